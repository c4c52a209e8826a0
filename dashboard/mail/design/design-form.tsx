import { Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useStore } from '../../store.tsx'
import { useTexts } from '../../words/words.tsx'
import type { MailContent, MailKind, RenderedMail } from '../content.ts'
import { defaultText, type MailContentDraft } from '../draft.ts'
import { AddBlock } from './add-block.tsx'
import type { BlockErrors } from './block-errors.ts'
import { BlockList } from './block-list.tsx'
import { type Design, designsOf, storedDesign } from './blocks.ts'
import { DesignNotes } from './design-notes.tsx'
import { DesignStart } from './design-start.tsx'
import { HistoryButtons } from './history-buttons.tsx'
import { useBlocks } from './use-blocks.ts'
import { useHistory, useUndoKeys } from './use-history.ts'
import { UsualMail } from './usual-mail.tsx'

type Props = {
  content: MailContent
  draft: MailContentDraft
  kind: MailKind
  language: string
  errors: BlockErrors
  preview: RenderedMail | undefined
}

/** The blocks of a mail that the store designs, or the layouts to begin with. */
export function DesignForm({ content, draft, kind, language, errors, preview }: Props) {
  const texts = useTexts('mail-design')
  const { isOwner } = useStore()
  const design = draft.design(kind, language)
  const { heading = '', button = '' } = designsOf(content, kind)?.standard[language] ?? {}
  const history = useHistory(
    `${kind} ${language}`,
    design,
    changed => draft.setDesign(kind, language, changed),
    isOwner,
  )
  const blocks = useBlocks(design ?? [], history, button)
  const undo = () => history.undo() && blocks.say(texts.undone)
  const redo = () => history.redo() && blocks.say(texts.redone)
  useUndoKeys(history, undo, redo)
  const inherited = isInherited(content, kind, language, design)
  const placeholders = content.kinds.find(entry => entry.kind === kind)?.placeholders ?? []
  const words = draft.text(kind, language).words.trim() || defaultText(content, kind, language).words
  return (
    <Stack gap="md">
      {isOwner && (
        <Group gap="xs">
          {(design !== null || history.canUndo || history.canRedo) && (
            <HistoryButtons history={history} undo={undo} redo={redo} />
          )}
          {design !== null && !inherited && <UsualMail language={language} remove={blocks.clear} />}
        </Group>
      )}
      {design === null ? (
        isOwner && <DesignStart texts={{ heading, words, button }} begin={blocks.begin} />
      ) : (
        <>
          {inherited && (
            <Text size="sm" c="dimmed">
              {texts.inherited}
            </Text>
          )}
          <BlockList
            design={design}
            blocks={blocks}
            errors={errors}
            limits={content.limits}
            placeholders={placeholders}
            logo={draft.logo}
          />
          {isOwner && <AddBlock design={design} limits={content.limits} add={blocks.add} />}
          <DesignNotes
            design={design}
            limits={content.limits}
            isRefused={errors.whole !== undefined}
            preview={preview}
          />
        </>
      )}
      <VisuallyHidden role="status">{blocks.said}</VisuallyHidden>
    </Stack>
  )
}

// Nothing of its own to remove: the blocks are those of a related language.
function isInherited(content: MailContent, kind: MailKind, language: string, design: Design): boolean {
  const own = designsOf(content, kind)?.own[language]
  const stored = storedDesign(content, kind, language)
  return own === undefined && stored !== null && JSON.stringify(stored) === JSON.stringify(design)
}
