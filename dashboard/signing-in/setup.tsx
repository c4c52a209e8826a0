import { Button, Divider, Group, PasswordInput, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { post } from '../api.ts'
import { CopyableValue } from '../parts/copyable-value.tsx'
import { ErrorAlert } from '../parts/errors.tsx'
import { languages } from '../words/languages.ts'
import { useCommonTexts } from '../words/words.tsx'
import { AuthCard } from './auth-card.tsx'

type CreatedStore = { store_id: string; api_key: string }

/** First-time setup: creates the first store and its owner, using the link that the server prints. */
export default function Setup() {
  const [created, setCreated] = useState<CreatedStore>()
  return (
    <AuthCard width={480}>
      {created ? <SetupDone created={created} /> : <SetupForm onDone={setCreated} />}
    </AuthCard>
  )
}

function SetupForm({ onDone }: { onDone: (made: CreatedStore) => void }) {
  const { setup } = useCommonTexts()
  const { form, submit, error, busy } = useSetupForm(onDone)
  return (
    <form onSubmit={submit}>
      <Stack>
        <div>
          <Title order={1} size="h3">
            {setup.title}
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            {setup.lead}
          </Text>
        </div>
        <ErrorAlert error={error} />
        <OwnerFields form={form} />
        <StoreFields form={form} />
        <Button type="submit" loading={busy} size="md">
          {setup.submit}
        </Button>
      </Stack>
    </form>
  )
}

function useSetupForm(onDone: (made: CreatedStore) => void) {
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const form = useForm({
    initialValues: {
      name: '',
      email: '',
      password: '',
      storeName: '',
      locale: 'pt-BR',
      timeZone: defaultTimeZone(),
      country: new Intl.Locale(navigator.language).maximize().region ?? 'BR',
    },
  })
  const submit = form.onSubmit(async ({ name, email, password, storeName, locale, timeZone, country }) => {
    setBusy(true)
    setError(undefined)
    try {
      const store = { name: storeName, locale, time_zone: timeZone, country }
      const token = location.hash.slice('#setup='.length)
      const created = await post<CreatedStore>('/setup', { token, name, email, password, store })
      history.replaceState(null, '', '/admin') // the token has been used: remove it from the history
      onDone(created)
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  })
  return { form, submit, error, busy }
}

type Form = ReturnType<typeof useSetupForm>['form']

function OwnerFields({ form }: { form: Form }) {
  const { setup } = useCommonTexts()
  return (
    <>
      <Divider label={setup.you} labelPosition="left" />
      <TextInput label={setup.name} autoComplete="name" required {...form.getInputProps('name')} />
      <TextInput
        label={setup.email}
        type="email"
        autoComplete="username"
        required
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={setup.password}
        description={setup.passwordHint}
        autoComplete="new-password"
        required
        minLength={12}
        {...form.getInputProps('password')}
      />
    </>
  )
}

function StoreFields({ form }: { form: Form }) {
  const { setup } = useCommonTexts()
  return (
    <>
      <Divider label={setup.store} labelPosition="left" />
      <TextInput label={setup.storeName} required {...form.getInputProps('storeName')} />
      <Select
        label={setup.locale}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        {...form.getInputProps('locale')}
      />
      <Group grow align="flex-start">
        <Select
          label={setup.timeZone}
          data={Intl.supportedValuesOf('timeZone')}
          searchable
          allowDeselect={false}
          limit={50}
          {...form.getInputProps('timeZone')}
        />
        <TextInput
          label={setup.country}
          maxLength={2}
          required
          pattern="[A-Z]{2}"
          {...form.getInputProps('country')}
        />
      </Group>
    </>
  )
}

// A device may report a time zone that is not in the list, such as UTC.
function defaultTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return Intl.supportedValuesOf('timeZone').includes(timeZone) ? timeZone : 'America/Sao_Paulo'
}

function SetupDone({ created }: { created: CreatedStore }) {
  const { setup } = useCommonTexts()
  return (
    <Stack>
      <Title order={1} size="h3">
        {setup.doneTitle}
      </Title>
      <Text size="sm">{setup.doneLead}</Text>
      <CopyableValue label={setup.storeId} value={created.store_id} />
      <CopyableValue label={setup.apiKey} value={created.api_key} />
      <Button component="a" href="/admin" size="md">
        {setup.go}
      </Button>
    </Stack>
  )
}
