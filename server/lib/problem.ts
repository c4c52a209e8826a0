/**
 * Something the operator can mend, told in two sentences: what is wrong, and what to do. Commands print
 * both and exit with 1; anything else that is thrown is a mistake of ours and shows its stack.
 */
export class Problem extends Error {
  readonly mend: string
  /** True when trying again later may help: a disk that is full, a server still starting. */
  readonly passing: boolean

  constructor(what: string, mend: string, passing = false) {
    super(what)
    this.name = 'Problem'
    this.mend = mend
    this.passing = passing
  }
}
