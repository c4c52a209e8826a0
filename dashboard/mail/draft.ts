import type { MailContentChange, MailDraft } from '../../server/api/dashboard/mail/content-schemas.ts'
import { useDraft } from '../parts/drafts/draft.ts'
import { useStore } from '../store.tsx'
import type { MailContent, MailKind, MailText } from './content.ts'
import { type Design, designsOf, drawn, storedDesign } from './design/blocks.ts'

/** The draft of the store's emails: the texts of each email in each language, the colour and the logo. */
export function useMailDraft(content: MailContent) {
  const { isOwner } = useStore()
  const texts = useDraft(isOwner ? 'mail/words' : undefined, savedTexts(content))
  const appearance = useDraft(isOwner ? 'mail/look' : undefined, savedAppearance(content))
  const designs = useDraft(isOwner ? 'mail/designs' : undefined, savedDesigns(content))
  const text = (kind: MailKind, language: string) =>
    texts.values[`${kind} ${language}`] ?? defaultText(content, kind, language)
  return {
    isDirty: texts.isDirty || designs.isDirty || appearance.isDirty,
    color: appearance.values.color,
    logo: appearance.values.logo_url,
    text,
    setText: (kind: MailKind, language: string, text: MailText) =>
      texts.change({ [`${kind} ${language}`]: text }),
    setAppearance: appearance.change,
    design: (kind: MailKind, language: string): Design =>
      designs.values[`${kind} ${language}`]?.blocks ?? null,
    setDesign: (kind: MailKind, language: string, blocks: Design) =>
      designs.change({ [`${kind} ${language}`]: { blocks } }),
    /** The edited parts that somebody else has saved since: kinds of email, `color`, `logo_url`. */
    conflicts: [
      ...new Set([...texts.conflicts, ...designs.conflicts].map(name => splitName(name)[0])),
      ...appearance.conflicts,
    ],
    discard: () => {
      texts.discard()
      designs.discard()
      appearance.discard()
    },
    /** The request that saves all edits. */
    changes: (): MailContentChange => ({
      words: textChanges(content, texts.edits as Record<string, MailText>),
      designs: designChanges(content, designs.edits as SavedDesigns),
      ...appearanceChange(appearance.edits),
    }),
    /** Drops the edits once `send` has saved them. */
    save: (send: () => Promise<unknown>) => texts.save(() => designs.save(() => appearance.save(send))),
    /** The request that previews an email with all edits. */
    previewDraft: (kind: MailKind, language: string): MailDraft => {
      const isEdited = `${kind} ${language}` in texts.edits
      const mail = isEdited ? textChange(content, kind, language, text(kind, language)) : { kind, language }
      const blocks = designs.values[`${kind} ${language}`]?.blocks
      const isDesignEdited = `${kind} ${language}` in designs.edits
      return {
        mail,
        ...(isDesignEdited && { design: drawnDesign(blocks ?? null) }),
        ...appearanceChange(appearance.edits),
      }
    },
  }
}

export type MailContentDraft = ReturnType<typeof useMailDraft>

export function defaultText(content: MailContent, kind: MailKind, language: string): MailText {
  return content.kinds.find(entry => entry.kind === kind)?.standard[language] ?? { subject: '', words: '' }
}

function savedTexts(content: MailContent): Record<string, MailText> {
  const all = content.kinds.flatMap(({ kind, own }) =>
    content.languages.map(language => {
      const { subject, words } = defaultText(content, kind, language)
      const { subject: ownSubject, words: ownWords } = own[language] ?? {}
      return [`${kind} ${language}`, { subject: ownSubject ?? subject, words: ownWords ?? words }] as const
    }),
  )
  return Object.fromEntries(all)
}

type SavedDesigns = Record<string, { blocks: Design }>

function savedDesigns(content: MailContent): SavedDesigns {
  const all = content.kinds.flatMap(({ kind, designs }) =>
    designs === undefined
      ? []
      : content.languages.map(language => {
          return [`${kind} ${language}`, { blocks: storedDesign(content, kind, language) }] as const
        }),
  )
  return Object.fromEntries(all)
}

const drawnDesign = (blocks: Design) => blocks && drawn(blocks).map(({ block }) => block)

// Blocks that equal those of a related language are not saved as this one's own.
function designChanges(content: MailContent, edits: SavedDesigns) {
  return Object.entries(edits).map(([name, { blocks }]) => {
    const [kind, language] = splitName(name)
    const isSame = JSON.stringify(blocks) === JSON.stringify(designsOf(content, kind)?.inherited[language])
    return { kind: kind as DesignedKind, language, blocks: isSame ? null : blocks }
  })
}

type DesignedKind = NonNullable<MailContentChange['designs']>[number]['kind']

const savedAppearance = ({ color, logo_url }: MailContent) => ({ color, logo_url: logo_url ?? '' })

function splitName(name: string): [MailKind, string] {
  const [kind, language] = name.split(' ') as [MailKind, string]
  return [kind, language]
}

function textChanges(content: MailContent, edits: Record<string, MailText>) {
  return Object.entries(edits).map(([name, text]) => textChange(content, ...splitName(name), text))
}

// An empty text, or one that equals the default, is not saved as the store's own.
function textChange(content: MailContent, kind: MailKind, language: string, { subject, words }: MailText) {
  const standard = defaultText(content, kind, language)
  const customOnly = (text: string, defaultValue: string) =>
    text.trim() === '' || text === defaultValue ? null : text
  return {
    kind,
    language,
    subject: customOnly(subject, standard.subject),
    words: customOnly(words, standard.words),
  }
}

function appearanceChange({ color, logo_url }: { color?: string; logo_url?: string }) {
  return {
    ...(color !== undefined && { color }),
    ...(logo_url !== undefined && { logo_url: logo_url.trim() || null }),
  }
}
