import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { ErrorAlert } from '../../parts/errors.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/layout/section.tsx'
import { useStore } from '../../store.tsx'
import { useTexts } from '../../words/words.tsx'
import type { Check } from '../connection-page.tsx'
import classes from '../connections.module.css'
import { useMessages } from '../message.tsx'
import type { Connection, Finding } from '../query.ts'

type Props = { connection: Connection; check: Check; findings: Finding[] | undefined }

/** Tests and repairs the shop's webhooks, and shows what was found. */
export function CheckSection({ connection, check, findings }: Props) {
  const texts = useTexts('connections')
  const { mayModerate } = useStore()
  const { test, repair } = check
  const { can } = connection
  const isBusy = test.isPending || repair.isPending
  return (
    <Section title={texts.checkTitle} lead={texts.checkLead}>
      {connection.platform === 'woocommerce' && (
        <Text size="sm" c="dimmed">
          {texts.wooNote}
        </Text>
      )}
      {mayModerate && <CheckButtons connection={connection} check={check} />}
      <ErrorAlert error={test.error ?? repair.error} />
      <div aria-live="polite" className={classes.status}>
        {isBusy ? <Text size="sm">{texts.testing}</Text> : findings && <Findings findings={findings} />}
        {repair.isSuccess && !isBusy && can.backfill && findings?.every(({ ok }) => ok) && (
          <Text size="sm" mt="sm">
            {texts.repairedNext}
          </Text>
        )}
      </div>
    </Section>
  )
}

function CheckButtons({ connection: { can, state }, check: { test, repair } }: Omit<Props, 'findings'>) {
  const texts = useTexts('connections')
  const isIncomplete = state === 'incomplete'
  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          loading={test.isPending}
          disabled={repair.isPending || isIncomplete}
          onClick={() => test.mutate()}
        >
          {texts.test}
        </Button>
        {can.repair && (
          <Button
            variant="default"
            loading={repair.isPending}
            disabled={test.isPending || isIncomplete}
            onClick={() => repair.mutate()}
          >
            {texts.repair}
          </Button>
        )}
      </Group>
      {can.repair && (
        <Text size="sm" c="dimmed">
          {texts.repairLead}
        </Text>
      )}
    </>
  )
}

function Findings({ findings }: { findings: Finding[] }) {
  const texts = useTexts('connections').findings
  const wrong = findings.filter(({ ok }) => !ok)
  return (
    <Stack gap="sm">
      <Alert
        color={wrong.length > 0 ? 'red' : 'green'}
        title={wrong.length > 0 ? texts.bad({ count: wrong.length }) : texts.good}
      />
      <ul className={classes.findings} aria-label={texts.title}>
        {[...wrong, ...findings.filter(({ ok }) => ok)].map(finding => (
          <FindingItem key={JSON.stringify(finding.what)} finding={finding} />
        ))}
      </ul>
    </Stack>
  )
}

function FindingItem({ finding: { ok, what, mend } }: { finding: Finding }) {
  const texts = useTexts('connections').findings
  const messageOf = useMessages()
  return (
    <li className={classes.finding} data-wrong={!ok || undefined}>
      <span role="img" aria-label={ok ? texts.ok : texts.wrong} className={classes.findingMark}>
        <Icon name={ok ? 'check' : 'close'} size={16} />
      </span>
      <div className={classes.wrap}>
        <Text size="sm" fw={ok ? undefined : 600}>
          {messageOf(what)}
        </Text>
        {mend && (
          <Text size="sm" c="dimmed">
            {messageOf(mend)}
          </Text>
        )}
      </div>
    </li>
  )
}
