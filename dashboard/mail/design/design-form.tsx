import { Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useStore } from '../../store.tsx'
import { useTexts } from '../../words/words.tsx'
import type { MailContent, MailKind, RenderedMail } from '../content.ts'
import { defaultText, type MailContentDraft } from '../draft.ts'
import { AddBlock } from './add-block.tsx'
import type { BlockErrors } from './block-errors.ts'
import { BlockList } from './block-list.tsx'
import { type BlockTexts, type Design, designsOf, storedDesign } from './blocks.ts'
import { DesignNotes } from './design-notes.tsx'
import { DesignStart } from './design-start.tsx'
import { HistoryButtons } from './history-buttons.tsx'
import { useBlocks } from './use-blocks.ts'
import { useHistory, useUndoKeys } from './use-history.ts'
import { UsualMail } from './usual-mail.tsx'

type Of = { content: MailContent; draft: MailContentDraft; kind: MailKind; language: string }

type Props = Of & { errors: BlockErrors; preview: RenderedMail | undefined }

/** The blocks of a mail that the store designs, or the layouts to begin with. */
export function DesignForm({ errors, preview, ...of }: Props) {
  const { content, draft, kind, language } = of
  const { isOwner } = useStore()
  const { design, texts, inherited, isInherited } = readDesign(of)
  const { history, blocks, undo, redo } = useEditing(of, design, texts)
  const canStep = design !== null || history.canUndo || history.canRedo
  return (
    <Stack gap="md" ref={blocks.editor}>
      {isOwner && canStep && (
        <Group gap="xs">
          <HistoryButtons history={history} undo={undo} redo={redo} />
          {design !== null && !isInherited && (
            <UsualMail
              language={language}
              isRelated={inherited !== null}
              remove={() => blocks.clear(inherited)}
            />
          )}
        </Group>
      )}
      {isInherited && <InheritedNote />}
      {design === null ? (
        isOwner && <DesignStart texts={texts} begin={blocks.begin} />
      ) : (
        <>
          <BlockList
            design={design}
            language={language}
            blocks={blocks}
            errors={errors}
            mostWords={content.limits.words}
            placeholders={content.kinds.find(entry => entry.kind === kind)?.placeholders ?? []}
            logo={draft.logo}
          />
          {isOwner && <AddBlock design={design} add={blocks.add} />}
          <DesignNotes
            design={design}
            mostBytes={content.limits.bytes}
            isRefused={errors.whole !== undefined}
            preview={preview}
          />
        </>
      )}
      <VisuallyHidden aria-live="polite">
        <span key={blocks.said.number}>{blocks.said.text}</span>
      </VisuallyHidden>
    </Stack>
  )
}

function useEditing({ draft, kind, language }: Of, design: Design, { button }: BlockTexts) {
  const said = useTexts('mail-design')
  const { isOwner } = useStore()
  const set = (changed: Design) => draft.setDesign(kind, language, changed)
  const history = useHistory(`${kind} ${language}`, design, set)
  const blocks = useBlocks(design ?? [], history, button)
  const undo = () => history.undo() && blocks.say(said.undone)
  const redo = () => history.redo() && blocks.say(said.redone)
  useUndoKeys(isOwner, undo, redo)
  return { history, blocks, undo, redo }
}

function readDesign({ content, draft, kind, language }: Of) {
  const design = draft.design(kind, language)
  const designs = designsOf(content, kind)
  const stored = storedDesign(content, kind, language)
  const { heading = '', button = '' } = designs?.standard[language] ?? {}
  const words = draft.text(kind, language).words.trim() || defaultText(content, kind, language).words
  const isUnchanged = JSON.stringify(stored) === JSON.stringify(design)
  // Then there is nothing of its own to remove.
  const isInherited = design !== null && designs?.own[language] === undefined && isUnchanged
  const inherited = designs?.inherited[language] ?? null
  return { design, texts: { heading, words, button }, inherited, isInherited }
}

function InheritedNote() {
  const texts = useTexts('mail-design')
  return (
    <Text size="sm" c="dimmed">
      {texts.inherited}
    </Text>
  )
}
