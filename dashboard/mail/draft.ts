import type { MailContentChange, MailDraft } from '../../server/dashboard/mail/content-schemas.ts'
import { useDraft } from '../parts/draft.ts'
import { useStore } from '../store.tsx'
import type { Kind, MailContent, Said } from './content.ts'

/** The store's mail content with what was typed over it: the words of each mail in each language, and the look. */
export function useMailDraft(content: MailContent) {
  const { isOwner } = useStore()
  const words = useDraft(isOwner ? 'mail/words' : undefined, savedWords(content))
  const look = useDraft(isOwner ? 'mail/look' : undefined, {
    color: content.color,
    logo_url: content.logo_url ?? '',
  })
  const said = (kind: Kind, language: string) =>
    words.values[`${kind} ${language}`] ?? standardOf(content, kind, language)
  return {
    isDirty: words.isDirty || look.isDirty,
    color: look.values.color,
    logo: look.values.logo_url,
    said,
    say: (kind: Kind, language: string, said: Said) => words.change({ [`${kind} ${language}`]: said }),
    look: look.change,
    /** What somebody else has saved meanwhile: mails, `color`, `logo_url`. */
    overtaken: [...words.conflicts.map(name => split(name)[0]), ...look.conflicts],
    discard: () => {
      words.discard()
      look.discard()
    },
    /** All of it, to be saved, and what is to be called once it is. */
    changes: (): { change: MailContentChange; settle: () => void } => ({
      change: {
        words: Object.entries(words.edits as Record<string, Said>).map(([name, said]) =>
          toOwn(content, ...split(name), said),
        ),
        ...lookOf(look.edits),
      },
      settle: () => {
        words.markSaved(words.edits)
        look.markSaved(look.edits)
      },
    }),
    /** One mail, to be looked at. */
    mail: (kind: Kind, language: string): MailDraft => {
      const isTyped = `${kind} ${language}` in words.edits
      return {
        mail: isTyped ? toOwn(content, kind, language, said(kind, language)) : { kind, language },
        ...lookOf(look.edits),
      }
    },
  }
}

export type Draft = ReturnType<typeof useMailDraft>

export function standardOf(content: MailContent, kind: Kind, language: string): Said {
  return content.kinds.find(one => one.kind === kind)?.standard[language] ?? { subject: '', words: '' }
}

function savedWords(content: MailContent): Record<string, Said> {
  const all = content.kinds.flatMap(({ kind, own }) =>
    content.languages.map(language => {
      const { subject, words } = standardOf(content, kind, language)
      const { subject: ownSubject, words: ownWords } = own[language] ?? {}
      return [`${kind} ${language}`, { subject: ownSubject ?? subject, words: ownWords ?? words }] as const
    }),
  )
  return Object.fromEntries(all)
}

function split(name: string): [Kind, string] {
  const [kind, language] = name.split(' ') as [Kind, string]
  return [kind, language]
}

// What is empty, or as we say it, is not the store's own.
function toOwn(content: MailContent, kind: Kind, language: string, { subject, words }: Said) {
  const standard = standardOf(content, kind, language)
  const own = (text: string, ours: string) => (text.trim() === '' || text === ours ? null : text)
  return { kind, language, subject: own(subject, standard.subject), words: own(words, standard.words) }
}

function lookOf({ color, logo_url }: { color?: string; logo_url?: string }) {
  return {
    ...(color !== undefined && { color }),
    ...(logo_url !== undefined && { logo_url: logo_url.trim() || null }),
  }
}
