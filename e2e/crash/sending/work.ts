import type { MailSink } from './mail-sink.ts'

/** Something that the service does in the background, and that kills interrupt. */
export type Work = {
  /** Adds more to do. */
  feed: () => Promise<void>
  /** How much was done, as somebody outside sees it. Before each kill, it grows. */
  done: () => number
  /** How much of what was fed is not done. */
  left: () => Promise<number>
  /** Throws unless all of it was done, once, and nothing that must not be done. Resolves with a sentence. */
  prove: () => Promise<string>
}

/** The running service of all works, which changes its address with each restart. */
export type Site = {
  url: () => string
  dataDir: string
  env: Record<string, string>
  mails: MailSink
  random: () => number
}

/** Stores of each work: those whose job a kill interrupted wait half a minute, and the others continue. */
export const storesOfEach = [0, 1, 2, 3] as const
