// Yours: how your engine builds a start, does a step, answers a question, and shows what there is.
//
// Throw LeftOut for what it does not have, with a reason: reasons are counted, and what was left
// out is never taken for agreement. Begin with `begin` and `ask` for level L0
// (node adapter.mjs ../vectors.jsonl --level L0), then `do`, verb by verb: FREQUENCIES.md says which
// are worth most.
import { LeftOut } from "./handles.mjs";

export default class Engine {
  // texts: "full" if your engine has the whole text of each card: then steps that stand in for what
  // a card does (`stand_in`) are not done. "none" if it has not: then they are
  about = { engine: "yours", version: "0", date: "", texts: "full" };

  /**
   * Build the start of a line and return your state.
   *
   * `line.setup` has players, life, objects and so on, `line.facts` the printed facts of each
   * card. Give each object its handle: handles.give(object.id, [its cards]); of a token, or of a
   * copy that is no card, the object itself.
   */
  begin(line, handles) {
    if (line.setup.effects.length) throw new LeftOut("effects that no card has");
    if (line.card !== undefined) throw new LeftOut("cards that do not exist");
    throw new LeftOut("begin is not written yet");
  }

  /**
   * Do a step; return { result: "done" } or { result: "refused" }.
   *
   * A step that makes something may name it: handles.give(step.id, [what was made]).
   */
  do(state, step, handles) {
    switch (step.do) {
      default:
        throw new LeftOut(`do ${step.do}`);
    }
  }

  /** Try a step that must ask for a choice: { result: "asks", argument, player, options }. */
  asks(state, step, handles) {
    throw new LeftOut(`whether ${step.do} asks`);
  }

  /** Answer a check: a value of the type that GUIDE.md has for `check.ask`. */
  ask(state, check, handles) {
    switch (check.ask) {
      default:
        throw new LeftOut(`ask ${check.ask}`);
    }
  }

  /** The object that a bearer is now, or is a part of; null where it is nowhere. */
  where(state, bearer) {
    return bearer;
  }

  /** What there is, in the form of a line's `snapshot`, as many parts as you have; null for none. */
  snapshot(state, handles) {
    return null;
  }
}
