/** A mana cost in the one spelling that vectors have: X, the generic amounts added, the rest sorted. */
export function plainCost(text) {
  const symbols = [...text.matchAll(/\{([^}]*)\}/g)].map((m) => m[1]);
  const generic = symbols.filter((s) => /^\d+$/.test(s));
  const variable = symbols.filter((s) => /^[XYZ]$/.test(s)).sort();
  const rest = symbols.filter((s) => !/^(\d+|[XYZ])$/.test(s)).sort();
  const sum = generic.reduce((a, b) => a + Number(b), 0);
  const total = sum || (generic.length && generic.length === symbols.length) ? [String(sum)] : [];
  return [...variable, ...total, ...rest].map((s) => `{${s}}`).join("");
}
