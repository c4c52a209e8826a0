import { Button, Group, Text } from '@mantine/core'
import { useCommonTexts } from '../../words/words.tsx'
import { useDraft } from './draft.ts'

type AnswerDraft = ReturnType<typeof useDraft<{ reply: string }>>

/** The draft of a reply or an answer. `name` identifies the review or question, `saved` is its published text. */
export function useAnswerDraft(name: string, saved: string | null) {
  const draft = useDraft(name, { reply: saved ?? '' })
  return {
    draft,
    /** Publishes the text; null withdraws it. `send` returns whether it succeeded, after the lists are refreshed. */
    save: async (reply: string | null, send: () => Promise<boolean>) => {
      // Store the text as sent. Once it is saved, the draft equals it and is dropped, even if this page is closed.
      if (reply !== null) draft.change({ reply })
      await draft.save(send)
    },
  }
}

/** Below an unsaved answer: a button to discard it, and a notice if somebody else has changed it since. */
export function AnswerDraftStatus({ draft, saved }: { draft: AnswerDraft; saved: string | null }) {
  const { common } = useCommonTexts()
  return (
    <div aria-live="polite">
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
