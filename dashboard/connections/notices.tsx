import { Alert, Button, Stack, Text } from '@mantine/core'
import { ErrorAlert } from '../parts/errors.tsx'
import { useStore } from '../store.tsx'
import type { Texts } from '../words/catalogues.ts'
import { useFormats, useLanguage, useTexts } from '../words/words.tsx'
import { fieldName } from './connection-card.tsx'
import type { Check } from './connection-page.tsx'
import classes from './connections.module.css'
import { useMessages } from './message.tsx'
import { titleOf } from './platforms.ts'
import { type Connection, type Finding, useAct, useConnectionRequests } from './query.ts'

type Props = {
  connection: Connection
  check: Check
  isFresh: boolean
  findings: Finding[] | undefined
}

/** What a member has to know about the connection before all else. */
export function Notices({ connection, check, isFresh, findings }: Props) {
  const { state, missing, last_error } = connection
  // The findings of the set-up say it with what to do: once is enough.
  const isListed =
    isFresh && findings?.some(({ what }) => JSON.stringify(what) === JSON.stringify(last_error?.what))
  return (
    <Stack gap="md" maw={1160}>
      {isFresh && findings && <ConnectedNotice connection={connection} findings={findings} />}
      {state === 'paused' && <PausedNotice connection={connection} />}
      {missing.length > 0 && <MissingNotice connection={connection} />}
      {last_error && !isListed && <ProblemNotice {...{ connection, last_error, check }} />}
    </Stack>
  )
}

function ConnectedNotice({ connection, findings }: { connection: Connection; findings: Finding[] }) {
  const texts = useTexts('connections')
  const name = titleOf(connection, texts)
  const isRight = findings.every(({ ok }) => ok)
  const { running = false, last_at = null } = connection.backfill ?? {}
  const isFetched = running || last_at !== null
  if (!isRight)
    return (
      <Alert color="yellow" title={texts.done.almost({ name })} role="status">
        <Text size="sm">{texts.done.almostLead}</Text>
        <Button size="xs" mt="sm" variant="default" onClick={goToSettings}>
          {texts.done.correct}
        </Button>
      </Alert>
    )
  return (
    <Alert color="green" title={texts.done.title({ name })} role="status">
      <Text size="sm">{texts.done.lead}</Text>
      {connection.can.backfill && !isFetched && (
        <Text size="sm" mt={4}>
          {texts.done.fetchNext}
        </Text>
      )}
    </Alert>
  )
}

/** Scrolls to what the merchant entered, or to the first missing field of a mapping, and puts the cursor there. */
function goToSettings() {
  const field = document.querySelector<HTMLInputElement>('#connection-settings [data-shop-field]')
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
}

function PausedNotice({ connection: { connection_id, why } }: { connection: Connection }) {
  const texts = useTexts('connections')
  const messageOf = useMessages()
  const { isOwner } = useStore()
  const { act } = useConnectionRequests()
  const resume = useAct(() => act(connection_id, 'resume'), { message: texts.resumed })
  return (
    <Alert color="gray" title={texts.pausedTitle}>
      <Text size="sm">
        {why && `${messageOf(why)} `}
        {texts.pausedLead}
      </Text>
      {isOwner && (
        <Button size="xs" mt="sm" loading={resume.isPending} onClick={() => resume.mutate()}>
          {texts.resume}
        </Button>
      )}
      <ErrorAlert error={resume.error} />
    </Alert>
  )
}

function MissingNotice({ connection: { missing, platform } }: { connection: Connection }) {
  const texts = useTexts('connections')
  const { isOwner } = useStore()
  const { language } = useLanguage()
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  const fields = list.format(missing.map(name => fieldName(name, texts)))
  return (
    <Alert color="yellow" title={texts.missingTitle}>
      <Text size="sm">{texts.missingLead({ fields })}</Text>
      {isOwner && platform !== 'nuvemshop' && (
        <Button size="xs" mt="sm" onClick={goToSettings}>
          {texts.missingFix}
        </Button>
      )}
    </Alert>
  )
}

/** Puts the cursor on the choice of events, and so scrolls to them. */
function goToLog() {
  document.querySelector<HTMLElement>('#connection-log [aria-pressed="true"]')?.focus()
}

/** The advice to repair the connection. */
const repairs: (string | undefined)[] = [
  'repairIt',
  'runRepair',
  'shopifyRepair',
  'wooMailsRepair',
  'wooDisables',
] satisfies (keyof Texts<'shops/sentences'>)[]

type ProblemProps = {
  connection: Connection
  last_error: NonNullable<Connection['last_error']>
  check: Check
}

function ProblemNotice({ connection: { can, state, failed_events }, last_error, check }: ProblemProps) {
  const texts = useTexts('connections')
  const messageOf = useMessages()
  const { instant } = useFormats()
  const { mayModerate } = useStore()
  const { what, mend } = last_error
  const mayRepair = mayModerate && state !== 'incomplete' && can.repair && repairs.includes(mend?.name)
  return (
    <Alert color="red" title={messageOf(what)} className={classes.wrap}>
      {mend && <Text size="sm">{messageOf(mend)}</Text>}
      <Text size="xs" c="dimmed" mt={4}>
        {texts.problemSince({ when: instant(last_error.at) })}
      </Text>
      {mayRepair && (
        <Button size="xs" mt="sm" loading={check.repair.isPending} onClick={() => check.repair.mutate()}>
          {texts.repair}
        </Button>
      )}
      {!mayRepair && failed_events > 0 && (
        <Button size="xs" mt="sm" variant="default" onClick={goToLog}>
          {texts.seeFailed}
        </Button>
      )}
    </Alert>
  )
}
