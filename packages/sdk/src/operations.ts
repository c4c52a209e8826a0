import type { RealwordError } from './error.ts'

/** What an operation takes and answers. */
export type Operation = { path?: unknown; query?: unknown; body?: unknown; answer: unknown }

// biome-ignore lint/suspicious/noExplicitAny: an API's operations have no index signature, so only any takes them all
export type Operations = Record<string, any>

/** What a request takes beside its operation's own parts. */
export type Details<Of> = Omit<Of, 'answer'> & {
  /** Stops the request and its retries: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** The ETag of what you have read. A change of anything newer is refused with 412. */
  ifMatch?: string | undefined
  /** Of a POST of the management or operator API. By default a random one, equal in all attempts. */
  idempotencyKey?: string | undefined
}

/** Either `data` or `error`; with the response, whose body is read. Compare `error` with undefined. */
export type Answer<Data> =
  | { data: Data; error?: undefined; response: Response }
  | { data?: undefined; error: RealwordError; response: Response }

// The details may be left out when no part of them is required.
type Arguments<Of> =
  Record<never, never> extends Details<Of> ? [details?: Details<Of>] : [details: Details<Of>]

// The log of operators goes back by the id that its pages name.
type Page = { data: readonly unknown[] } & ({ next_cursor: string | null } | { next: string | null })

/** The operations that answer pages. */
type ListName<All extends Operations> = {
  [Name in keyof All & string]: All[Name]['answer'] extends Page ? Name : never
}[keyof All & string]

type Item<Of extends Operation> = Of['answer'] extends { data: readonly (infer One)[] } ? One : never

export type Client<All extends Operations> = {
  /**
   * Sends a request and resolves with the answer, an error of the service included. Rejects only when no answer came
   * after all attempts, or when the signal stops it.
   */
  request<Name extends keyof All & string>(
    name: Name,
    ...details: Arguments<All[Name]>
  ): Promise<Answer<All[Name]['answer']>>
  /** The items of all pages of a list, each page requested when it is needed. Throws a RealwordError. */
  each<Name extends ListName<All>>(
    name: Name,
    ...details: Arguments<All[Name]>
  ): AsyncGenerator<Item<All[Name]>, void, undefined>
}
