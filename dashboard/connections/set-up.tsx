import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { isPreset, presets } from '../../server/links/connections/generic/presets.ts'
import { ApiFailure } from '../api.ts'
import { CopyableValue } from '../parts/copying/copyable-value.tsx'
import { ErrorAlert } from '../parts/errors.tsx'
import { fieldErrors } from '../parts/field-errors.ts'
import { Icon } from '../parts/icon.tsx'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './connections.module.css'
import { type Entered, valuesOf } from './entered.ts'
import { Logo } from './logo.tsx'
import {
  type MappingDraft,
  MappingFields,
  type MappingProps,
  MappingSample,
  optionsOf,
} from './mapping/mapping.tsx'
import type { Fresh } from './page.tsx'
import { fieldsOf, nameOf, type Platform } from './platforms.ts'
import { type Finding, useConnectionRequests, type Values } from './query.ts'
import { ShopFields } from './shop-fields.tsx'
import { Steps, stepsOf } from './steps.tsx'

/** How many steps come before the connection exists; the connection's own page shows the others. */
export const stepsBefore: Record<Platform, number> = {
  woocommerce: 2,
  shopify: 2,
  nuvemshop: 1,
  vtex: 3,
  medusa: 0,
  vendure: 0,
  generic: 2,
}

type Props = { platform: Platform; open: (fresh: Fresh) => void }

/** The guided set-up of a platform: every click in the shop's admin, then what the merchant copied from it. */
export function SetUp({ platform, open }: Props) {
  const steps = useTexts('connection-steps')
  const [entered, setEntered] = useState<Entered>({})
  const [params] = useSearchParams()
  const preset = presetOf(params.get('preset'))
  const [mapping, setMapping] = useState<MappingDraft>({ sample: '', fields: { ...preset?.options } })
  const connect = useConnect(platform, open)
  const problems = fieldErrors(connect.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (connect.isPending) return
    connect.mutate(
      platform === 'generic'
        ? { ...(preset && { name: preset.title }), options: optionsOf(mapping) }
        : valuesOf(platform, entered),
    )
  }
  const fields = (
    <Stack gap="md" mt="md" maw={520}>
      <ShopFields {...{ platform, entered, problems }} change={setEntered} />
    </Stack>
  )
  return (
    <Stack gap="lg" maw={820}>
      <SetUpHead platform={platform} title={preset?.title} />
      <Paper component="form" onSubmit={submit} withBorder radius="lg" p={{ base: 'md', sm: 'xl' }}>
        <Steps steps={stepsOf(steps[platform]).slice(0, stepsBefore[platform])}>
          {contentOfSteps(platform, fields, { draft: mapping, change: setMapping })}
        </Steps>
        <Upcoming platform={platform} />
        <Submit platform={platform} error={connect.error} isPending={connect.isPending} />
      </Paper>
      {platform === 'woocommerce' && <WithoutKey entered={entered} open={open} />}
    </Stack>
  )
}

/** The steps of the next page, so that nobody starts what they cannot finish. */
function Upcoming({ platform }: { platform: Platform }) {
  const texts = useTexts('connections')
  const steps = useTexts('connection-steps')
  const first = stepsBefore[platform]
  const upcoming = stepsOf(steps[platform]).slice(first)
  if (upcoming.length === 0) return null
  return (
    <div className={first > 0 ? classes.afterSteps : undefined}>
      <Text size="sm" c="dimmed">
        {texts.setUp.after}
      </Text>
      <ol className={classes.upcoming} start={first + 1}>
        {upcoming.map(({ title }) => (
          <li key={title}>{title}</li>
        ))}
      </ol>
    </div>
  )
}

type SubmitProps = { platform: Platform; error: unknown; isPending: boolean }

function Submit({ platform, error, isPending }: SubmitProps) {
  const texts = useTexts('connections')
  const steps = useTexts('connection-steps')
  return (
    <Stack gap="sm" align="flex-start" className={stepsBefore[platform] > 0 ? classes.afterSteps : undefined}>
      <GeneralError error={error} platform={platform} />
      {stepsBefore[platform] === 0 && (
        <Text size="sm" mt="md">
          {texts.setUp.nextLead}
        </Text>
      )}
      <Group gap="md">
        <Button type="submit" loading={isPending}>
          {stepsBefore[platform] < stepsOf(steps[platform]).length ? texts.setUp.next : texts.setUp.connect}
        </Button>
        <Text size="sm" c="dimmed" aria-live="polite">
          {isPending && texts.setUp.connecting}
        </Text>
      </Group>
    </Stack>
  )
}

/** What follows the clicks of each step. */
function contentOfSteps(platform: Platform, fields: ReactNode, mapping: MappingProps): ReactNode[] {
  if (platform === 'generic')
    return [<MappingSample key="sample" {...mapping} />, <MappingFields key="fields" {...mapping} />]
  if (platform === 'nuvemshop') return [<NuvemshopFields key="fields">{fields}</NuvemshopFields>]
  return Array.from({ length: stepsBefore[platform] }, (_, index) =>
    index === stepsBefore[platform] - 1 ? fields : null,
  )
}

function NuvemshopFields({ children }: { children: ReactNode }) {
  const steps = useTexts('connection-steps')
  const { store_id } = useStore()
  return (
    <Stack gap={0} mt="md">
      <CopyableValue
        label={steps.nuvemshop.redirect}
        value={`${location.origin}/admin/${store_id}/connections?new=nuvemshop`}
      />
      {children}
    </Stack>
  )
}

/** A ready mapping that the address names. */
const presetOf = (name: string | null) => (name && isPreset(name) ? presets[name] : undefined)

function SetUpHead({ platform, title }: { platform: Platform; title: string | undefined }) {
  const texts = useTexts('connections')
  const { labelled } = useFormats()
  const steps = useTexts('connection-steps')
  return (
    <Stack gap="md">
      <Anchor component={Link} to="?" size="sm">
        <Group gap={4} component="span">
          <Icon name="back" size={16} />
          {texts.setUp.back}
        </Group>
      </Anchor>
      <Group gap="md" wrap="nowrap" align="flex-start">
        <Logo platform={platform} size={48} />
        <div>
          <Title order={2} size="h3">
            {platform === 'generic' && title === undefined
              ? texts.setUp.other
              : texts.setUp.title({ name: title ?? nameOf(platform, texts) })}
          </Title>
          <Text c="dimmed" mt={2}>
            {labelled(texts.setUp.needs, steps[platform].needs)}.
          </Text>
        </div>
      </Group>
    </Stack>
  )
}

/** Errors beside a field are not repeated here. */
function GeneralError({ error, platform }: { error: unknown; platform: Platform }) {
  const names = Object.keys(fieldErrors(error))
  const isShown =
    names.length > 0 && names.every(name => fieldsOf[platform].some(field => field.name === name))
  return isShown ? null : <ErrorAlert error={error} />
}

function WithoutKey({ entered, open }: { entered: Entered; open: (fresh: Fresh) => void }) {
  const { manual } = useTexts('connection-steps')
  const connect = useConnect('woocommerce', open)
  const { url } = valuesOf('woocommerce', entered)
  return (
    <details>
      <Text component="summary" size="sm" fw={600}>
        {manual.title}
      </Text>
      <Stack gap="sm" mt="sm" align="flex-start">
        <Text size="sm" c="dimmed" maw={640}>
          {manual.lead}
        </Text>
        <ErrorAlert error={connect.error} />
        <Button
          variant="default"
          loading={connect.isPending}
          onClick={() => connect.mutate(url ? { url } : {})}
        >
          {manual.act}
        </Button>
      </Stack>
    </details>
  )
}

/** Adds the connection and, where the shop's API can, creates its webhooks. */
function useConnect(platform: Platform, open: (fresh: Fresh) => void) {
  const { add, repair, reload } = useConnectionRequests()
  return useMutation({
    mutationFn: async (values: Values): Promise<Fresh> => {
      const { connection, secret } = await add(platform, values)
      const mayRepair = connection.can.repair && connection.missing.length === 0
      const hasKeys = platform !== 'woocommerce' || (connection.has.key && connection.has.token)
      const id = connection.connection_id
      return { id, secret, findings: mayRepair && hasKeys ? await findingsOf(() => repair(id)) : undefined }
    },
    onSuccess: async fresh => {
      await reload()
      open(fresh)
    },
  })
}

/** The connection exists, so an answer such as "too many requests" must not look as if nothing was saved. */
export async function findingsOf(check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return [{ ok: false, what: { name: 'other', values: { text: error.message } } }]
  }
}
