import { Alert, Button, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { useId } from 'react'
import type { MailDraft, TestedMail } from '../../server/dashboard/mail/content-schemas.ts'
import { ErrorPanel } from '../parts/failure.tsx'
import { MailFrame } from '../parts/mail-frame.tsx'
import { useStore } from '../store.tsx'
import { fillText } from '../words/entries.ts'
import { useTexts } from '../words/words.tsx'
import { type Preview, useTest } from './content.ts'
import classes from './mail.module.css'

/** The mail as it was drawn last, to look at and to send to oneself. */
export function MailPreview({
  drawn,
  failure,
  draft,
}: {
  drawn: Preview | undefined
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
          {isOwner && <Test draft={draft} />}
        </Group>
        {failure && <ErrorPanel error={failure} />}
        {drawn ? (
          <MailFrame mail={drawn} maxHeight={Math.max(460, height - 330)} />
        ) : (
          !failure && <Skeleton h={560} radius="lg" />
        )}
      </Stack>
    </section>
  )
}

const colorOf = { sent: 'green', later: 'yellow', refused: 'red', off: 'yellow' } as const

function Test({ draft }: { draft: MailDraft }) {
  const texts = useTexts('mail')
  const test = useTest()
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate(draft)}>
        {texts.test}
      </Button>
      {test.error && <ErrorPanel error={test.error} />}
      {test.data && <Tested tested={test.data} close={test.reset} />}
    </>
  )
}

function Tested({ tested: { to, outcome, answer }, close }: { tested: TestedMail; close: () => void }) {
  const texts = useTexts('mail')
  return (
    <Alert color={colorOf[outcome]} variant="light" role="status" w="100%" withCloseButton onClose={close}>
      <Text size="sm">{fillText(texts.testOutcomes[outcome], { to })}</Text>
      {answer && (
        <Text size="xs" mt={4}>
          {texts.serverSaid} <Code>{answer}</Code>
        </Text>
      )}
    </Alert>
  )
}
