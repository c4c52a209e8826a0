import { languagesIn, textsIn } from '../texts/texts.ts'
import { catalogue, type ErrorName } from './codes.ts'
import { describeProblems, type FieldProblem } from './field-problems.ts'
import { type ErrorLanguage, type MessageName, messageNames } from './file-errors.ts'

/** English and Portuguese as the specification wants them; another language only where the request asks for it. */
type UserMessage = { en_us: string; pt_br: string } & { [Name in MessageName]?: string }

export type ErrorBody = {
  status: number
  error_code: number
  message: string
  user_message: UserMessage
  more_info: MoreInfo | null
}

/** For programs: what they need to continue. */
type MoreInfo = Record<string, string>

type Details = {
  problems?: FieldProblem[]
  /** The id that was not found. */
  id?: string
  headers?: Record<string, string>
  moreInfo?: MoreInfo
  cause?: unknown
}

/** An error of the catalogue. Routes answer it with `answerError`; commands print it (server/service/commands/errors.ts). */
export class ApiError extends Error {
  readonly errorName: ErrorName
  readonly problems: FieldProblem[] | undefined
  readonly id: string | undefined
  readonly headers: Record<string, string>
  readonly moreInfo: MoreInfo | undefined

  constructor(errorName: ErrorName, { problems, id, headers, moreInfo, cause }: Details = {}) {
    super(catalogue[errorName].message, { cause })
    this.errorName = errorName
    this.problems = problems
    this.id = id
    this.moreInfo = moreInfo
    this.headers = headers ?? (errorName === 'unavailable' ? { 'retry-after': '1' } : {})
  }

  get status(): number {
    return catalogue[this.errorName].status
  }
}

type BodyOptions = {
  problems?: FieldProblem[] | undefined
  moreInfo?: MoreInfo | undefined
  /** One more language. */
  language?: ErrorLanguage | undefined
}

/** The body of an error; `problems` take the place of the general user_message. */
export function errorBody(name: ErrorName, { problems, moreInfo, language }: BodyOptions = {}): ErrorBody {
  const say = (language: ErrorLanguage) =>
    problems ? describeProblems(problems, language) : textsIn('errors', language).errors[name]
  const user_message = {
    en_us: say('en'),
    pt_br: say('pt-BR'),
    ...(language && { [messageNames[language]]: say(language) }),
  }
  return { ...catalogue[name], user_message, more_info: moreInfo ?? null }
}

/** The language of errors with which an Accept-Language header begins. */
export function errorLanguageOf(header = ''): ErrorLanguage | undefined {
  const [tag = ''] = header.split(/[-_,;]/)
  return languagesIn('errors').find(language => language.split('-')[0] === tag.trim().toLowerCase())
}
