import { Button, Divider, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '../api.ts'
import { CopyableValue } from '../parts/copying/copyable-value.tsx'
import { ErrorAlert, ErrorPanel } from '../parts/errors.tsx'
import { fieldErrors } from '../parts/field-errors.ts'
import { CountryPicker, LanguagePicker, TimeZonePicker } from '../parts/pickers/pickers.tsx'
import { proposedRegion } from '../parts/pickers/proposed-region.ts'
import { SiteUrlField, toSiteUrl } from '../parts/pickers/site-url.tsx'
import { useCommonTexts } from '../words/words.tsx'
import { AuthCard } from './auth-card.tsx'
import { NewSetupLink } from './new-setup-link.tsx'

type CreatedStore = { store_id: string; api_key: string }

/** First-time setup: creates the first store and its owner, using the link that the server prints. */
export default function Setup({ token }: { token: string }) {
  const [created, setCreated] = useState<CreatedStore>()
  return (
    <AuthCard width={480}>
      {created ? <SetupDone created={created} /> : <SetupStart token={token} onDone={setCreated} />}
    </AuthCard>
  )
}

type SetupProps = { token: string; onDone: (made: CreatedStore) => void }

/** Checks the link before anybody fills in the form. */
function SetupStart(props: SetupProps) {
  const { token } = props
  const { data, error, refetch } = useQuery({
    queryKey: ['setup link', token],
    queryFn: () => post<{ state: 'valid' | 'unknown' | 'over' }>('/setup/look', { token }),
    retry: false,
    // The answer stays: a form with text in it must not disappear.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (data?.state === 'valid') return <SetupForm {...props} />
  return data && <UselessLink isOver={data.state === 'over'} />
}

function UselessLink({ isOver }: { isOver: boolean }) {
  const { setup, signIn } = useCommonTexts()
  return (
    <Stack role="alert">
      <Title order={1} size="h3">
        {isOver ? setup.over : setup.expired}
      </Title>
      <Text size="sm">{isOver ? setup.overLead : setup.expiredLead}</Text>
      {isOver ? (
        <Button component="a" href="/admin">
          {signIn.submit}
        </Button>
      ) : (
        <NewSetupLink />
      )}
    </Stack>
  )
}

function SetupForm({ token, onDone }: SetupProps) {
  const { setup } = useCommonTexts()
  const { form, submit, error, busy } = useSetupForm(token, onDone)
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

function useSetupForm(token: string, onDone: SetupProps['onDone']) {
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const form = useForm({
    initialValues: {
      name: '',
      email: '',
      password: '',
      storeName: '',
      site_url: '',
      ...proposedRegion(),
    },
  })
  const submit = form.onSubmit(async ({ name, email, password, ...given }) => {
    setBusy(true)
    setError(undefined)
    try {
      const { storeName, locale, timeZone, country, site_url } = given
      const store = { name: storeName, locale, time_zone: timeZone, country, ...toSiteUrl(site_url) }
      const created = await post<CreatedStore>('/setup', { token, name, email, password, store })
      history.replaceState(null, '', '/admin') // the token has been used: remove it from the history
      onDone(created)
    } catch (caught) {
      setError(caught)
      form.setErrors(fieldErrors(caught))
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
      <SiteUrlField {...form.getInputProps('site_url')} />
      <LanguagePicker label={setup.locale} {...form.getInputProps('locale')} />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <CountryPicker label={setup.country} miw={180} {...form.getInputProps('country')} />
        <TimeZonePicker label={setup.timeZone} miw={180} {...form.getInputProps('timeZone')} />
      </Group>
    </>
  )
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
