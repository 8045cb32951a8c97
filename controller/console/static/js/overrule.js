// Deciding otherwise than a ruling did: what it counts as instead, and why.

import { askAmount, askLine, askOne } from "./sheets.js";
import { saidOf } from "./panels.js";
import { word } from "./words.js";

export const LONGEST_REASON = 200;
const ACTS = ["fold", "check", "call", "bet", "raise", "all_in", "void"];
const HANDS = ["dead", "live"];
const FAULTS = /^(deal|deck|burn|flop|premature|board)\./; // matters of the deal
const OF_A_FAULT = ["stands", "misdeal", "undo", "no_fault"];
const WITH_AMOUNT = ["bet", "raise"];

// Whether a ruling is on a fault of the deal or the board, also one that concerns no seat.
export const ofTheDeal = (ruling) => FAULTS.test(ruling.matter);

export const askReason = () => askLine(word("entry.reason"), "", LONGEST_REASON);

// The decision in place of a ruling; null if a sheet was closed.
export async function askOverruling(ruling) {
  const title = `${word("entry.overrule")} ${saidOf(ruling)}`;
  const decision = await askOne(title, (ofTheDeal(ruling) ? OF_A_FAULT : [...ACTS, ...HANDS]).map((name) => [word(`decision.${name}`), name]));
  if (decision === null) return null;
  const sum = WITH_AMOUNT.includes(decision) ? await askAmount(word(`decision.${decision}`), [], true) : { amount: null };
  const reason = sum === null ? null : await askReason();
  return reason === null ? null : { kind: "floor_decision", decision, amount: sum.amount, replaces: ruling.id, reason };
}
