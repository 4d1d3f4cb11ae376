/** Thrown by an engine for what it does not have: it is counted, and never taken for agreement. */
export class LeftOut extends Error {}

/**
 * What handles stand for, through melding, leaving and copying.
 *
 * A handle is given to bearers: the cards (as your engine has them) that represent an object, or
 * the object itself where no card does (a token, a copy of a spell, an ability). It follows its
 * bearers: `locate` says which object a bearer is now, or is a part of. Two cards that have been
 * melded are one object then, and the handle of either stands for it; a melded permanent that has
 * left is two objects, and its handle stands for both.
 */
export class Handles {
  constructor(locate) {
    this.locate = locate;
    this.bearers = new Map();
  }

  give(handle, bearers) {
    this.bearers.set(handle, [...bearers]);
  }

  /** The objects that a handle stands for now: none, one, or the two cards of a melded permanent. */
  objects(handle) {
    const found = (this.bearers.get(handle) ?? []).map((b) => this.locate(b));
    return [...new Set(found.filter((o) => o !== null && o !== undefined))];
  }

  /** The one object that a handle stands for. */
  object(handle) {
    const found = this.objects(handle);
    if (found.length !== 1) {
      throw new LeftOut(`handle ${JSON.stringify(handle)} stands for ${found.length} objects`);
    }
    return found[0];
  }

  /** What a vector calls an object: the first handle that stands for it alone, or `otherwise`. */
  called(object, otherwise) {
    for (const handle of this.bearers.keys()) {
      const found = this.objects(handle);
      if (found.length === 1 && found[0] === object) return handle;
    }
    return otherwise;
  }
}
