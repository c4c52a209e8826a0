import {
  Alert,
  Button,
  Divider,
  Group,
  PasswordInput,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { post } from '../api.ts'
import { useErrorMessage } from '../parts/failure.tsx'
import { CopyableValue } from '../parts/secret.tsx'
import { languages } from '../words/languages.ts'
import { useCommonTexts } from '../words/words.tsx'
import { Gate } from './gate.tsx'

type Made = { store_id: string; api_key: string }

/** The first start: whoever holds the link becomes the owner of the first store. */
export default function Setup() {
  const [made, setMade] = useState<Made>()
  return <Gate width={480}>{made ? <Done made={made} /> : <SetupForm onDone={setMade} />}</Gate>
}

function SetupForm({ onDone }: { onDone: (made: Made) => void }) {
  const { setup } = useCommonTexts()
  const { form, submit, failure, busy } = useSetupForm(onDone)
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
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <You form={form} />
        <Store form={form} />
        <Button type="submit" loading={busy} size="md">
          {setup.submit}
        </Button>
      </Stack>
    </form>
  )
}

function useSetupForm(onDone: (made: Made) => void) {
  const tell = useErrorMessage()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useForm({
    initialValues: {
      name: '',
      email: '',
      password: '',
      storeName: '',
      locale: 'pt-BR',
      timeZone: ownTimeZone(),
      country: new Intl.Locale(navigator.language).maximize().region ?? 'BR',
    },
  })
  const submit = form.onSubmit(async ({ name, email, password, storeName, locale, timeZone, country }) => {
    setBusy(true)
    setFailure(undefined)
    try {
      const store = { name: storeName, locale, time_zone: timeZone, country }
      const token = location.hash.slice('#setup='.length)
      const answer = await post<Made>('/setup', { token, name, email, password, store })
      history.replaceState(null, '', '/admin') // the token is used up: it need not stay in the history
      onDone(answer)
    } catch (error) {
      setFailure(tell(error))
    } finally {
      setBusy(false)
    }
  })
  return { form, submit, failure, busy }
}

type Form = ReturnType<typeof useSetupForm>['form']

function You({ form }: { form: Form }) {
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

function Store({ form }: { form: Form }) {
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

// Not every zone a device reports is one of the list: UTC is none.
function ownTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return Intl.supportedValuesOf('timeZone').includes(timeZone) ? timeZone : 'America/Sao_Paulo'
}

function Done({ made }: { made: Made }) {
  const { setup } = useCommonTexts()
  return (
    <Stack>
      <Title order={1} size="h3">
        {setup.doneTitle}
      </Title>
      <Text size="sm">{setup.doneLead}</Text>
      <CopyableValue label={setup.storeId} value={made.store_id} />
      <CopyableValue label={setup.apiKey} value={made.api_key} />
      <Button component="a" href="/admin" size="md">
        {setup.go}
      </Button>
    </Stack>
  )
}
