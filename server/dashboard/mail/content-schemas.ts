import { z } from 'zod'
import { isLanguageTag, wordedKinds, wrongOwnWords } from '../../stores/own-words.ts'

const language = z.string().check(({ value, issues }) => {
  if (!isLanguageTag(value)) issues.push({ code: 'custom', message: 'language_tag', input: value })
})

/** What a store says itself in one mail; null or nothing: what we say. */
const ownWords = z
  .strictObject({
    kind: z.enum(wordedKinds),
    language,
    subject: z.string().nullable().optional(),
    words: z.string().nullable().optional(),
  })
  .check(({ value, issues }) => {
    const { subject, words } = value
    const own = {
      ...(typeof subject === 'string' && { subject }),
      ...(typeof words === 'string' && { words }),
    }
    for (const { path, problem, values } of wrongOwnWords(own)) {
      issues.push({ code: 'custom', message: problem, params: { values }, path: [path], input: value })
    }
  })

const look = { color: z.string().optional(), logo_url: z.string().nullable().optional() }

export const mailContentChange = z.strictObject({ words: z.array(ownWords).max(200).default([]), ...look })

/** One mail with words and colours that are not saved. */
export const mailDraft = z.strictObject({ mail: ownWords, ...look })

const said = z.object({ subject: z.string(), words: z.string() })

export const mailContent = z.object({
  /** The store's: what its buyers are written to in. */
  language: z.string(),
  color: z.string(),
  logo_url: z.string().nullable(),
  /** Those our mails speak, and those the store has words of its own in. */
  languages: z.array(z.string()),
  limits: z.object({ subject: z.number(), words: z.number() }),
  kinds: z.array(
    z.object({
      kind: z.enum(wordedKinds),
      /** What a subject and words may hold: `{name}`. */
      placeholders: z.array(z.string()),
      /** By language: what is sent where the store has said nothing itself. */
      standard: z.record(z.string(), said),
      own: z.record(z.string(), said.partial()),
    }),
  ),
})

export const previewedMail = z.object({
  from: z.string(),
  subject: z.string(),
  preheader: z.string(),
  html: z.string(),
  text: z.string(),
  /** What becomes of the store's colour, so that everything can be read. */
  colors: z.object({
    brand: z.string(),
    on_brand: z.string(),
    link: z.string(),
    link_in_dark: z.string(),
    /** WCAG's contrast of the colour to the page of a mail, light and dark. */
    contrast: z.number(),
    contrast_in_dark: z.number(),
  }),
})

/** What became of a test mail. `answer` is what the mail server said, or what went wrong on the way to it. */
export const testedMail = z.object({
  to: z.string(),
  outcome: z.enum(['sent', 'later', 'refused', 'off']),
  answer: z.string(),
})

export type MailContent = z.infer<typeof mailContent>
export type MailContentChange = z.input<typeof mailContentChange>
export type MailDraft = z.input<typeof mailDraft>
export type PreviewedMail = z.infer<typeof previewedMail>
export type TestedMail = z.infer<typeof testedMail>
