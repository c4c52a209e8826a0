import {
  Badge,
  Button,
  Flex,
  Group,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
  ThemeIcon,
  Title,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Finding, WidgetCheck } from '../../server/api/widgets/widget-check-schemas.ts'
import { type AnyText, fillText } from '../../texts/sentences.ts'
import { ApiFailure, post, storePath } from '../api.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import classes from './widgets.module.css'

/** Checks a page of the shop and lists what is right or wrong with its widget code. */
export function CheckPanel({ address }: { address: string }) {
  const { store_id, mayModerate } = useStore()
  const texts = useTexts('widgets')
  const [url, setUrl] = useState(address)
  const check = useMutation({
    mutationFn: (page: { url: string; html?: string }) =>
      post<WidgetCheck>(storePath(store_id, '/widget-checks'), page),
  })
  const [lacksUrl, setLacksUrl] = useState(false)
  const isInvalidUrl = check.error instanceof ApiFailure && check.error.status === 400
  const changeUrl = (newUrl: string) => {
    setUrl(newUrl)
    setLacksUrl(false)
  }
  const checkUrl = (newUrl: string, html?: string) => {
    changeUrl(newUrl)
    if (newUrl) check.mutate({ url: newUrl, ...(html !== undefined && { html }) })
    else setLacksUrl(true)
  }
  return (
    <Stack gap="lg" maw={860}>
      <Head />
      {mayModerate ? (
        <AddressForm
          url={url}
          change={changeUrl}
          error={
            lacksUrl
              ? texts.addressMissing
              : isInvalidUrl
                ? check.error?.message.replace(/^url: /, '')
                : undefined
          }
          busy={check.isPending}
          submit={() => checkUrl(url.trim())}
        />
      ) : (
        <ManualCheck />
      )}
      <div aria-live="polite">
        {check.error && !isInvalidUrl && <ErrorPanel error={check.error} />}
        {check.data && <CheckResult check={check.data} checkUrl={checkUrl} />}
      </div>
      {mayModerate && (
        <PasteForm
          isNeeded={
            isLocal(url) || Boolean(check.data?.findings.some(({ name }) => unreachable.includes(name)))
          }
          busy={check.isPending}
          submit={html => checkUrl(url.trim(), html)}
        />
      )}
    </Stack>
  )
}

function Head() {
  const texts = useTexts('widgets')
  const { mayModerate } = useStore()
  return (
    <div>
      <Title order={2} size="h4">
        {texts.checkTitle}
      </Title>
      <Text c="dimmed" size="sm" mt={4} maw={620}>
        {mayModerate ? texts.checkLead : texts.viewer}
      </Text>
    </div>
  )
}

type AddressProps = {
  url: string
  change: (url: string) => void
  error: string | undefined
  busy: boolean
  submit: () => void
}

// Addresses of the merchant's own machine or network, by which no other machine can reach the page.
const isLocal = (url: string) =>
  /^(https?:\/\/)?(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]|[^/:]+\.(local|test))\b/i.test(
    url.trim(),
  )

const unreachable: string[] = ['page_private', 'page_port', 'page_name', 'page_unreachable', 'page_password']

function AddressForm({ url, change, error, busy, submit }: AddressProps) {
  const texts = useTexts('widgets')
  const field = useRef<HTMLInputElement>(null)
  // The button that needs the address may be far below it.
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <form onSubmit={onSubmit}>
      <Group align="flex-start" gap="sm">
        <TextInput
          flex={1}
          miw={240}
          type="text"
          inputMode="url"
          autoComplete="url"
          aria-label={texts.address}
          placeholder="https://"
          value={url}
          error={error}
          ref={field}
          onChange={event => change(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          {texts.check}
        </Button>
      </Group>
    </form>
  )
}

type PasteProps = {
  /** Whether Realword cannot read the page, so that pasting its HTML is the way. */
  isNeeded: boolean
  busy: boolean
  submit: (html: string) => void
}

function PasteForm({ isNeeded, busy, submit }: PasteProps) {
  const texts = useTexts('widgets')
  const [html, setHtml] = useState('')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit(html)
  }
  // A new key opens it when a check finds that the page cannot be reached.
  return (
    <details key={String(isNeeded)} className={classes.more} open={isNeeded || html !== ''}>
      <summary>{texts.pasteTitle}</summary>
      <Stack component="form" onSubmit={onSubmit} gap="sm" mt="xs" align="flex-start">
        <Textarea
          w="100%"
          label={texts.paste}
          description={texts.pasteHint}
          rows={8}
          spellCheck={false}
          maxLength={900_000}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={html}
          onChange={event => setHtml(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={busy} disabled={html.trim() === ''}>
          {texts.checkPasted}
        </Button>
      </Stack>
    </details>
  )
}

function ManualCheck() {
  const texts = useTexts('widgets')
  const { advice } = useTexts('widget-findings').seen_later
  return (
    <Paper withBorder radius="lg" p="lg">
      <Title order={3} size="h5" mb={4}>
        {texts.handTitle}
      </Title>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {advice}
      </Text>
    </Paper>
  )
}

const verdictStyles = {
  right: { color: 'green', icon: 'check' },
  remarks: { color: 'yellow', icon: 'flag' },
  wrong: { color: 'red', icon: 'flag' },
  unread: { color: 'gray', icon: 'search' },
} as const satisfies Record<WidgetCheck['verdict'], { color: string; icon: IconName }>

function CheckResult({ check, checkUrl }: { check: WidgetCheck; checkUrl: (url: string) => void }) {
  const texts = useTexts('widgets')
  const { color, icon } = verdictStyles[check.verdict]
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      <Group gap="sm" wrap="nowrap" mb="md">
        <ThemeIcon color={color} variant="light" radius="xl" size="lg">
          <Icon name={icon} size={18} />
        </ThemeIcon>
        <div style={{ minWidth: 0 }}>
          <Text fw={650}>{texts.verdicts[check.verdict]}</Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {check.url}
          </Text>
        </div>
      </Group>
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {check.findings.map(finding => (
          <FindingItem key={JSON.stringify(finding)} finding={finding} checkUrl={checkUrl} />
        ))}
      </Stack>
    </Paper>
  )
}

const colors = { error: 'red', warning: 'yellow', note: 'gray', good: 'green' } as const

/** What is the case, and what to do about it. */
type FindingTexts = { statement: AnyText; advice?: AnyText }

function FindingItem({ finding, checkUrl }: { finding: Finding; checkUrl: (url: string) => void }) {
  const texts = useTexts('widgets')
  const { statement, advice }: FindingTexts = useTexts('widget-findings')[finding.name]
  const { to } = finding.values
  return (
    <Flex
      component="li"
      direction={{ base: 'column', sm: 'row' }}
      align="flex-start"
      gap={{ base: 6, sm: 'sm' }}
      data-finding={finding.name}
    >
      <Badge
        variant={finding.level === 'note' ? 'default' : 'light'}
        color={colors[finding.level]}
        w={112}
        flex="none"
      >
        {texts.levels[finding.level]}
      </Badge>
      <Stack gap={4} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={finding.level === 'error' ? 600 : 400}>
          {fillFinding(statement, finding.values)}
        </Text>
        {advice && (
          <Text size="sm" c="dimmed">
            {fillFinding(advice, finding.values)}
          </Text>
        )}
        {finding.name === 'page_redirect' && to && (
          <Button variant="default" size="xs" w="fit-content" onClick={() => checkUrl(to)}>
            {texts.checkInstead}
          </Button>
        )}
      </Stack>
    </Flex>
  )
}

// A missing value leaves empty brackets in the text.
const fillFinding = (text: AnyText, values: Record<string, string>) =>
  fillText(text, values).replace(' ()', '')
