import { Alert, Button, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { useId } from 'react'
import type { MailDraft, TestedMail } from '../../server/api/dashboard/mail/content-schemas.ts'
import { fillText } from '../../texts/sentences.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { MailFrame } from '../parts/mail/mail-frame.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { type RenderedMail, useSendTest } from './content.ts'
import classes from './mail.module.css'

/** The last rendered preview of the email, with a button to send a test to oneself. */
export function MailPreview({
  preview,
  failure,
  draft,
}: {
  preview: RenderedMail | undefined
  failure: Error | null
  draft: MailDraft
}) {
  const texts = useTexts('mail')
  const { isOwner } = useStore()
  const { height } = useViewportSize()
  const id = useId()
  return (
    <section className={classes.preview} aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ flex: 1, minWidth: 200 }}>
            <Title order={2} size="h4" id={id}>
              {texts.preview}
            </Title>
            <Text c="dimmed" size="sm" mt={4}>
              {texts.previewLead}
            </Text>
          </div>
          {isOwner && <SendTestButton draft={draft} />}
        </Group>
        {failure && <ErrorPanel error={failure} />}
        {preview ? (
          <MailFrame mail={preview} maxHeight={Math.max(460, height - 330)} />
        ) : (
          !failure && <Skeleton h={560} radius="lg" />
        )}
      </Stack>
    </section>
  )
}

const outcomeColors = { sent: 'green', later: 'yellow', refused: 'red', off: 'yellow' } as const

function SendTestButton({ draft }: { draft: MailDraft }) {
  const texts = useTexts('mail')
  const test = useSendTest()
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate(draft)}>
        {texts.test}
      </Button>
      {test.error && <ErrorPanel error={test.error} />}
      {test.data && <TestResult result={test.data} close={test.reset} />}
    </>
  )
}

function TestResult({ result: { to, outcome, answer }, close }: { result: TestedMail; close: () => void }) {
  const texts = useTexts('mail')
  return (
    <Alert
      color={outcomeColors[outcome]}
      variant="light"
      role="status"
      w="100%"
      withCloseButton
      onClose={close}
    >
      <Text size="sm">{fillText(texts.testOutcomes[outcome], { to })}</Text>
      {answer && (
        <Text size="xs" mt={4}>
          {texts.serverSaid} <Code>{answer}</Code>
        </Text>
      )}
    </Alert>
  )
}
