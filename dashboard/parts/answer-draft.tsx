import { Button, Group, Text } from '@mantine/core'
import { useCommonTexts } from '../words/words.tsx'
import { useDraft } from './draft.ts'

type AnswerDraft = ReturnType<typeof useDraft<{ reply: string }>>

/** An answer that is typed: `name` is of what is answered, `saved` the answer it has. */
export function useAnswerDraft(name: string | undefined, saved: string | null) {
  const draft = useDraft(name, { reply: saved ?? '' })
  return {
    draft,
    /** Makes it public; null takes the answer back. `send` says whether it was taken, once the lists were read anew. */
    save: async (reply: string | null, send: () => Promise<boolean>) => {
      // As it is sent: what equals the saved answer is no draft any more, whatever becomes of this page.
      if (reply !== null) draft.change({ reply })
      if (!(await send())) return
      if (reply === null) draft.discard()
      else draft.markSaved({ reply })
    },
  }
}

/** Below an answer that is not saved: the way back, and what somebody else made of it meanwhile. */
export function AnswerDraftStatus({ draft, saved }: { draft: AnswerDraft; saved: string | null }) {
  const { common } = useCommonTexts()
  return (
    <div role="status">
      {draft.isDirty && (
        <Group gap={4} mt={4}>
          <Text size="xs" c="dimmed">
            {common.unsaved}
          </Text>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={draft.discard}>
            {common.discard}
          </Button>
        </Group>
      )}
      {draft.conflicts.length > 0 && (
        <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {saved ? common.answered({ answer: saved }) : common.unanswered}
        </Text>
      )}
    </div>
  )
}
