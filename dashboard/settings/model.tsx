import { Alert, Button, Group, NumberInput, PasswordInput, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ShownModel } from '../../server/api/dashboard/settings/model-schemas.ts'
import type { SettingsChange } from '../../server/tenants/stores/settings/settings-schemas.ts'
import { get, post, put, storePath, type Wire } from '../api.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { Section, SectionList } from '../parts/layout/section.tsx'
import { Switch } from '../parts/pickers/switch.tsx'
import { useStore } from '../store.tsx'
import type { Settings } from '../store-settings.ts'
import { useCommonTexts, useFormats, useTexts } from '../words/words.tsx'
import { type Form, SettingsForm } from './settings-form.tsx'

/** The store's language model: its server, its key, what it may cost, and what it writes. */
export function ModelSettings({ settings }: { settings: Settings }) {
  return (
    <SectionList>
      <SettingsForm name="model" saved={toValues(settings)} toChange={toChange}>
        {form => (
          <>
            <Server form={form} />
            <Money form={form} limit={settings.model_monthly_limit} />
            <Uses form={form} />
          </>
        )}
      </SettingsForm>
      <Key />
      <Trial />
    </SectionList>
  )
}

type Values = ReturnType<typeof toValues>
type Props = { form: Form<Values> }

function Server({ form }: Props) {
  const texts = useTexts('model')
  return (
    <Section title={texts.server} lead={texts.serverLead}>
      <TextInput
        label={texts.url}
        description={texts.urlHint}
        type="url"
        placeholder="https://"
        {...form.field('model_url')}
      />
      <TextInput label={texts.name} {...form.field('model_name')} />
    </Section>
  )
}

function Money({ form, limit }: Props & { limit: number }) {
  const texts = useTexts('model')
  const { number, instant } = useFormats()
  const { data } = useModel()
  const money = { min: 0, max: 100_000, decimalScale: 4, hideControls: true, miw: 180 }
  return (
    <Section title={texts.money} lead={texts.moneyLead}>
      <NumberInput
        label={texts.limit}
        description={texts.limitHint}
        {...money}
        {...form.field('model_monthly_limit')}
      />
      <Group grow align="flex-end" preventGrowOverflow={false}>
        <NumberInput label={texts.priceIn} {...money} {...form.field('model_price_in')} />
        <NumberInput label={texts.priceOut} {...money} {...form.field('model_price_out')} />
      </Group>
      {data && data.calls > 0 && (
        <Text size="sm">
          {texts.used({ spent: number(data.spent, exactly), limit: number(limit), calls: data.calls })}
        </Text>
      )}
      {data?.failure === 'limit' && <Alert color="yellow">{texts.reached}</Alert>}
      {data?.failure && data.failure !== 'limit' && (
        <Alert color="yellow">
          {texts.failing({ at: instant(data.failed_at ?? ''), problem: problemIn(texts, data.failure) })}
        </Alert>
      )}
    </Section>
  )
}

const exactly = { maximumFractionDigits: 4 } // a request costs less than a cent

function Uses({ form }: Props) {
  const texts = useTexts('model')
  return (
    <Section title={texts.uses}>
      <Switch
        label={texts.translate}
        description={texts.translateHint}
        {...form.checkbox('translate_reviews')}
      />
      <Switch
        label={texts.summarize}
        description={texts.summarizeHint}
        {...form.checkbox('summarize_reviews')}
      />
    </Section>
  )
}

/** The key is sent once and never read again, so it is no part of the form. */
function Key() {
  const { store_id, isOwner } = useStore()
  const texts = useTexts('model')
  const { common } = useCommonTexts()
  const { data } = useModel()
  const queryClient = useQueryClient()
  const [key, setKey] = useState('')
  const save = useMutation({
    mutationFn: (given: string) => put(storePath(store_id, '/language-model/key'), { key: given }),
    onSuccess: () => {
      setKey('')
      void queryClient.invalidateQueries({ queryKey: [store_id, 'language-model'] })
      notifications.show({ message: common.saved })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key.trim()) save.mutate(key.trim())
  }
  const hints = { none: texts.keyNone, set: texts.keySet, lost: texts.keyLost }
  return (
    <Section title={texts.key}>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <PasswordInput
            label={texts.key}
            description={data && hints[data.key]}
            autoComplete="off"
            flex={1}
            miw={200}
            disabled={!isOwner}
            value={key}
            onChange={event => setKey(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={!key.trim()} loading={save.isPending}>
            {texts.saveKey}
          </Button>
          {isOwner && data && data.key !== 'none' && (
            <Button variant="subtle" color="red" onClick={() => save.mutate('')}>
              {texts.removeKey}
            </Button>
          )}
        </Group>
      </form>
      {save.error && <ErrorPanel error={save.error} />}
    </Section>
  )
}

function Trial() {
  const { store_id, isOwner } = useStore()
  const texts = useTexts('model')
  const queryClient = useQueryClient()
  const attempt = useMutation({
    mutationFn: () =>
      post<{ text: string | null; problem: string | null }>(storePath(store_id, '/language-model/try')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [store_id, 'language-model'] }),
  })
  const { text, problem } = attempt.data ?? {}
  return (
    <Section title={texts.try} lead={texts.tryLead}>
      <Group>
        <Button
          variant="default"
          disabled={!isOwner}
          loading={attempt.isPending}
          onClick={() => attempt.mutate()}
        >
          {texts.try}
        </Button>
      </Group>
      {text && (
        <Alert role="status" color="green">
          {texts.tried({ text })}
        </Alert>
      )}
      {problem && (
        <Alert role="status" color="yellow">
          {problemIn(texts, problem)}
        </Alert>
      )}
      {attempt.error && <ErrorPanel error={attempt.error} />}
    </Section>
  )
}

type Texts = ReturnType<typeof useTexts<'model'>>

/** The reasons of the service that one sentence explains. */
const sentences: Record<string, keyof Texts['problems']> = {
  ...{ off: 'off', lost_key: 'key', key: 'key', limit: 'limit', waiting: 'busy', busy: 'busy' },
  ...{
    private: 'private',
    address: 'address',
    port: 'address',
    redirect: 'address',
    name_unknown: 'address',
  },
  ...{ unreachable: 'unreachable', certificate: 'unreachable', slow: 'unreachable' },
}

function problemIn(texts: Texts, problem: string): string {
  return texts.problems[sentences[problem] ?? 'answer']
}

function useModel() {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'language-model'],
    queryFn: () => get<Wire<ShownModel>>(storePath(store_id, '/language-model')),
  })
}

// Inputs need strings, so unset values become empty.
function toValues(settings: Settings) {
  const { model_monthly_limit, model_price_in, model_price_out, translate_reviews, summarize_reviews } =
    settings
  return {
    ...{ model_monthly_limit, model_price_in, model_price_out, translate_reviews, summarize_reviews },
    model_url: settings.model_url ?? '',
    model_name: settings.model_name ?? '',
  }
}

function toChange(values: Values): SettingsChange {
  return {
    ...values,
    model_url: values.model_url.trim() || null,
    model_name: values.model_name.trim() || null,
    // An empty number is a text.
    model_monthly_limit: Number(values.model_monthly_limit),
    model_price_in: Number(values.model_price_in),
    model_price_out: Number(values.model_price_out),
  }
}
