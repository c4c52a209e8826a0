/**
 * Something the operator can mend, told in two sentences: what is wrong, and what to do. Commands print
 * both; anything else that is thrown is a mistake of ours and shows its stack.
 */
export class Problem extends Error {
  readonly mend: string
  /** 1: failed; 2: wrong usage. */
  readonly exitCode: 1 | 2

  constructor(what: string, mend: string, exitCode: 1 | 2 = 1) {
    super(what)
    this.name = 'Problem'
    this.mend = mend
    this.exitCode = exitCode
  }
}
