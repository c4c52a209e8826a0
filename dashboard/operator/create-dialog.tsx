import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { CreatedStore } from '../../server/api/operators/operator-schemas.ts'
import { post, type Wire } from '../api.ts'
import { CopyableValue } from '../parts/copying/copyable-value.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { ErrorAlert } from '../parts/errors.tsx'
import { fieldErrors } from '../parts/field-errors.ts'
import { CountryPicker, LanguagePicker, TimeZonePicker } from '../parts/pickers/pickers.tsx'
import { proposedRegion } from '../parts/pickers/proposed-region.ts'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import { healthQuery, operatorPath } from './query.ts'

type Values = { name: string; owner_email: string; locale: string; country: string; time_zone: string }
type Created = Wire<CreatedStore> & { name: string }

/** Creates a store and invites its owner. Displays the API key once. */
export function CreateDialog({ close }: { close: () => void }) {
  const texts = useTexts('operator')
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: async ({ owner_email, ...values }: Values): Promise<Created> => {
      const email = owner_email.trim()
      const body = { ...values, ...(email && { owner_email: email }) }
      return { name: values.name, ...(await post<Wire<CreatedStore>>(operatorPath('/stores'), body)) }
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['operator'] }),
  })
  const { data } = create
  return (
    <Dialog
      close={close}
      title={data ? texts.create.doneTitle({ name: data.name }) : texts.stores.create}
      size="lg"
      ignoresOutsideClicks
    >
      {data ? <CreatedKeys created={data} /> : <CreateForm create={create} close={close} />}
    </Dialog>
  )
}

function CreateForm({
  create,
  close,
}: {
  create: { mutateAsync: (values: Values) => Promise<unknown>; isPending: boolean; error: unknown }
  close: () => void
}) {
  const { common } = useCommonTexts()
  const texts = useTexts('operator')
  const { locale, timeZone, country } = proposedRegion()
  const form = useForm<Values>({
    initialValues: { name: '', owner_email: '', locale, country, time_zone: timeZone },
  })
  const submit = form.onSubmit(values =>
    create.mutateAsync(values).catch(error => form.setErrors(fieldErrors(error))),
  )
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {texts.create.lead}
        </Text>
        <ErrorAlert error={create.error} />
        <TextInput
          label={texts.create.name}
          required
          maxLength={255}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label={texts.create.owner}
          description={texts.create.ownerHint}
          type="email"
          maxLength={254}
          autoComplete="off"
          {...form.getInputProps('owner_email')}
        />
        <LanguagePicker label={texts.create.locale} {...form.getInputProps('locale')} />
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <CountryPicker label={texts.create.country} miw={180} {...form.getInputProps('country')} />
          <TimeZonePicker label={texts.create.timeZone} miw={180} {...form.getInputProps('time_zone')} />
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {texts.stores.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function CreatedKeys({ created }: { created: Created }) {
  const texts = useTexts('operator').create
  const { data: health } = useQuery(healthQuery)
  const navigate = useNavigate()
  return (
    <Stack>
      {created.invitation && health && (
        <Alert color={health.mails.sends ? 'green' : 'yellow'} variant="light">
          {(health.mails.sends ? texts.invited : texts.invitedKept)({ email: created.invitation.email })}
        </Alert>
      )}
      <CopyableValue label={texts.id} value={created.store_id} />
      <CopyableValue label={texts.storeKey} value={created.store_key} />
      <CopyableValue label={texts.apiKey} value={created.api_key} />
      <Text size="sm" c="dimmed">
        {texts.once}
      </Text>
      <Group justify="flex-end">
        <Button onClick={() => navigate(`/operator/stores/${created.store_id}`)}>{texts.open}</Button>
      </Group>
    </Stack>
  )
}
