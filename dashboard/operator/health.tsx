import { Alert, Badge, Group, Progress, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../parts/errors.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { Section, SectionList } from '../parts/layout/section.tsx'
import { useSizes } from '../parts/sizes.ts'
import { textFor } from '../words/entries.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './operator.module.css'
import { Figures } from './parts.tsx'
import { healthQuery, type ServiceHealth } from './query.ts'

/** The state of the service: queues, emails, disk and versions. */
export function Health() {
  const texts = useTexts('operator').health
  const { data: health, error, refetch } = useQuery(healthQuery)
  return (
    <Stack gap="lg">
      <PageHeader title={texts.title} lead={texts.lead} hidesTimeZone />
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!health && !error && <Skeleton h={480} radius="lg" />}
      {health && (
        <SectionList>
          <Queues health={health} />
          <Mails mails={health.mails} />
          <System health={health} />
        </SectionList>
      )}
    </Stack>
  )
}

const late = 60_000 // ms

function Queues({ health: { at, queues } }: { health: ServiceHealth }) {
  const texts = useTexts('operator').health
  const { number } = useFormats()
  const describeWait = useWait()
  return (
    <Section title={texts.queues} lead={texts.queuesLead}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable */}
      <section className={classes.scroll} tabIndex={0} aria-label={texts.queue}>
        <Table verticalSpacing="xs" horizontalSpacing="sm" className={classes.queues}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.queue}</Table.Th>
              <Table.Th className={classes.number}>{texts.waiting}</Table.Th>
              <Table.Th className={classes.number}>{texts.running}</Table.Th>
              <Table.Th className={classes.number}>{texts.failed}</Table.Th>
              <Table.Th className={classes.number}>{texts.oldest}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {queues.map(({ name, waiting, running, failed, oldest_at }) => {
              const wait = oldest_at ? Math.max(0, Date.parse(at) - Date.parse(oldest_at)) : 0
              return (
                <Table.Tr key={name}>
                  <Table.Td>
                    {textFor(texts.names, name) ?? name}
                    {wait > late && (
                      <Badge ml="xs" color="red">
                        {texts.late}
                      </Badge>
                    )}
                  </Table.Td>
                  <Table.Td className={classes.number}>{number(waiting)}</Table.Td>
                  <Table.Td className={classes.number}>{number(running)}</Table.Td>
                  <Table.Td className={classes.number}>{number(failed)}</Table.Td>
                  <Table.Td className={classes.number}>
                    {wait > 0 ? describeWait(wait) : texts.onTime}
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </section>
    </Section>
  )
}

function useWait() {
  const texts = useTexts('operator').health
  return (wait: number) => {
    const seconds = Math.round(wait / 1000)
    return seconds < 120
      ? texts.seconds({ count: seconds })
      : texts.minutes({ count: Math.round(seconds / 60) })
  }
}

function Mails({ mails }: { mails: ServiceHealth['mails'] }) {
  const texts = useTexts('operator').health
  const { number } = useFormats()
  const names = ['sent', 'kept', 'failed', 'suppressed', 'cancelled'] as const
  const isShown = (name: (typeof names)[number]) => name !== 'kept' || !mails.sends || mails.states.kept
  return (
    <Section title={texts.mails} lead={texts.mailsLead}>
      {!mails.sends && (
        <Alert color="yellow" variant="light">
          {texts.mailsOff}
        </Alert>
      )}
      <Figures
        figures={[
          [texts.mailStates.waiting, number(mails.waiting)],
          ...names
            .filter(isShown)
            .map((name): [string, string] => [texts.mailStates[name], number(mails.states[name] ?? 0)]),
        ]}
      />
    </Section>
  )
}

function System({ health: { disk, database, versions, backups } }: { health: ServiceHealth }) {
  const texts = useTexts('operator').health
  const { bytes } = useSizes()
  const size = bytes(database.bytes)
  return (
    <Section title={texts.system}>
      {disk && <Disk disk={disk} />}
      <Fact label={texts.database}>
        {database.embedded ? texts.embedded({ size }) : texts.external({ size })}
      </Fact>
      <Backups backups={backups} />
      {backups.wal && <WalArchive wal={backups.wal} />}
      <Fact label={texts.versions}>
        {`Realword ${versions.realword} · PostgreSQL ${versions.postgresql} · Node ${versions.node}`}
      </Fact>
    </Section>
  )
}

function Backups({ backups }: { backups: ServiceHealth['backups'] }) {
  const texts = useTexts('operator').health
  const { instant } = useFormats()
  const { scheduled, overdue, verify_overdue, last_success_at, last_verified_at, problem } = backups
  const title = overdue ? texts.overdue : verify_overdue && texts.verifyOverdue
  const describe = () => {
    if (!last_success_at) return scheduled ? texts.noBackup : texts.backupsOff
    const date = instant(last_success_at)
    return last_verified_at
      ? texts.lastVerified({ date, verified: instant(last_verified_at) })
      : texts.lastBackup({ date })
  }
  return (
    <>
      <Fact label={texts.backups}>{describe()}</Fact>
      {(title || problem) && (
        <Alert color="red" variant="light" {...(title && { title })}>
          {problem}
        </Alert>
      )}
    </>
  )
}

type Wal = NonNullable<ServiceHealth['backups']['wal']>

function WalArchive({ wal: { archived_until, late, awaits_backup, problem } }: { wal: Wal }) {
  const texts = useTexts('operator').health
  const { instant } = useFormats()
  const title = late ? texts.walLate : awaits_backup && texts.walAwaitsBackup
  return (
    <>
      <Fact label={texts.wal}>
        {archived_until ? texts.walUntil({ date: instant(archived_until) }) : texts.walEmpty}
      </Fact>
      {(title || problem) && (
        <Alert color="red" variant="light" {...(title && { title })}>
          {problem}
        </Alert>
      )}
    </>
  )
}

const fullShare = 0.9 // of the disk

function Disk({ disk }: { disk: { free_bytes: number; total_bytes: number } }) {
  const texts = useTexts('operator').health
  const { bytes } = useSizes()
  const used = 1 - disk.free_bytes / disk.total_bytes
  return (
    <div>
      <Fact label={texts.disk}>
        {texts.diskOf({ free: bytes(disk.free_bytes), total: bytes(disk.total_bytes) })}
      </Fact>
      <Progress
        value={used * 100}
        color={used > fullShare ? 'red' : 'green'}
        mt={6}
        aria-label={texts.disk}
      />
    </div>
  )
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <Group justify="space-between" gap="xs">
      <Text fw={500}>{label}</Text>
      <Text style={{ overflowWrap: 'anywhere' }}>{children}</Text>
    </Group>
  )
}
