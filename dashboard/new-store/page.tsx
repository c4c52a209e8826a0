import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { post } from '../api.ts'
import { CopyableValue } from '../parts/copying/copyable-value.tsx'
import { ErrorAlert } from '../parts/errors.tsx'
import { fieldErrors } from '../parts/field-errors.ts'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { Section } from '../parts/layout/section.tsx'
import { CountryPicker, LanguagePicker, TimeZonePicker } from '../parts/pickers/pickers.tsx'
import { SiteUrlField, toSiteUrl } from '../parts/pickers/site-url.tsx'
import { sessionQuery } from '../session.tsx'
import { useSettings } from '../store-settings.ts'
import { useCommonTexts } from '../words/words.tsx'

type CreatedStore = { store_id: string; api_key: string }
type Values = { name: string; site_url: string; locale: string; time_zone: string; country: string }

/** Makes a further store, with the language and region of the current one. Displays its API key once. */
export default function NewStore() {
  const { newStore } = useCommonTexts()
  const { data: settings } = useSettings()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: ({ site_url, ...values }: Values) =>
      post<CreatedStore>('/stores', { ...values, ...toSiteUrl(site_url) }),
    onSuccess: () => queryClient.invalidateQueries(sessionQuery),
  })
  return (
    <Stack gap="lg" maw={720}>
      <PageHeader title={newStore.title} lead={newStore.lead} hidesTimeZone />
      {create.data && <CreatedStoreCard created={create.data} />}
      {!create.data && settings && <NewStoreForm settings={settings} create={create} />}
    </Stack>
  )
}

function NewStoreForm({
  settings: { locale, time_zone, country },
  create,
}: {
  settings: Omit<Values, 'site_url'>
  create: { mutateAsync: (values: Values) => Promise<unknown>; isPending: boolean; error: unknown }
}) {
  const { setup, newStore } = useCommonTexts()
  const form = useForm<Values>({ initialValues: { name: '', site_url: '', locale, time_zone, country } })
  const submit = form.onSubmit(values =>
    create.mutateAsync(values).catch(error => form.setErrors(fieldErrors(error))),
  )
  return (
    <form onSubmit={submit}>
      <Section title={newStore.section}>
        <ErrorAlert error={create.error} />
        <TextInput
          label={setup.storeName}
          required
          maxLength={255}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <SiteUrlField {...form.getInputProps('site_url')} />
        <LanguagePicker label={setup.locale} {...form.getInputProps('locale')} />
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <CountryPicker label={setup.country} miw={200} {...form.getInputProps('country')} />
          <TimeZonePicker label={setup.timeZone} miw={200} {...form.getInputProps('time_zone')} />
        </Group>
        <Button type="submit" loading={create.isPending} style={{ alignSelf: 'flex-start' }}>
          {setup.submit}
        </Button>
      </Section>
    </form>
  )
}

function CreatedStoreCard({ created }: { created: CreatedStore }) {
  const { setup } = useCommonTexts()
  const navigate = useNavigate()
  return (
    <Section title={setup.doneTitle} lead={setup.doneLead}>
      <CopyableValue label={setup.storeId} value={created.store_id} />
      <CopyableValue label={setup.apiKey} value={created.api_key} />
      <Button onClick={() => navigate(`/${created.store_id}`)} style={{ alignSelf: 'flex-start' }}>
        {setup.go}
      </Button>
    </Section>
  )
}
