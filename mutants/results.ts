/** Asks the runner to run test files of the copy; `changed` are files written since the last run. */
export type Request = { files: string[]; changed: string[]; without: string[]; toTheEnd: boolean }

export type Failure = { file: string; test: string; message: string }

/** The name of a failure that belongs to a file and not to one of its tests. */
export const wholeFile = 'the file itself'

export type Outcome = {
  failures: Failure[]
  /** The duration of each file in milliseconds. */
  times: Record<string, number>
  /** PostgreSQL refused a statement: its syntax, its names or the types of its parameters. */
  refusedSql: boolean
}
