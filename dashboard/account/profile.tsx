import { Alert, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { patch, post } from '../api.ts'
import { type Confirmation, useConfirmation } from '../parts/account/confirm-fields.tsx'
import { ErrorPanel } from '../parts/errors.tsx'
import { Section } from '../parts/layout/section.tsx'
import { NewPassword } from '../parts/new-password.tsx'
import { useMe } from '../session.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'

export function ProfileForm() {
  const { person } = useMe()
  const { common } = useCommonTexts()
  const texts = useTexts('account')
  const queryClient = useQueryClient()
  const form = useForm({ initialValues: { name: person.name } })
  const updateProfile = useMutation({
    mutationFn: (values: { name: string }) => patch('/account', values),
    onSuccess: () => {
      notifications.show({ message: common.saved })
      void queryClient.invalidateQueries({ queryKey: ['session'] })
    },
  })
  return (
    <Section title={texts.you}>
      <form
        onSubmit={form.onSubmit(values => updateProfile.mutate(values))}
        style={{ display: 'grid', gap: 16 }}
      >
        {updateProfile.error && <ErrorPanel error={updateProfile.error} />}
        <TextInput label={texts.name} autoComplete="name" required {...form.getInputProps('name')} />
        <TextInput label={texts.email} description={texts.emailHint} value={person.email} readOnly />
        <Button
          type="submit"
          variant="default"
          loading={updateProfile.isPending}
          style={{ justifySelf: 'start' }}
        >
          {common.save}
        </Button>
      </form>
    </Section>
  )
}

export function PasswordForm() {
  const texts = useTexts('account')
  const form = useForm({ initialValues: { new_password: '' } })
  const { fields, confirmation, clear } = useConfirmation(texts.current)
  const changePassword = useChangePassword(() => {
    form.reset()
    clear()
  })
  return (
    <Section title={texts.passwordTitle} lead={texts.passwordLead}>
      <form
        onSubmit={form.onSubmit(values => changePassword.mutate({ ...confirmation, ...values }))}
        style={{ display: 'grid', gap: 16 }}
      >
        {changePassword.error && <ErrorPanel error={changePassword.error} />}
        {changePassword.isSuccess && (
          <Alert color="green" variant="light" role="status">
            {texts.changed}
          </Alert>
        )}
        {fields}
        <NewPassword {...form.getInputProps('new_password')} />
        <Button
          type="submit"
          variant="default"
          loading={changePassword.isPending}
          style={{ justifySelf: 'start' }}
        >
          {texts.change}
        </Button>
      </form>
    </Section>
  )
}

function useChangePassword(onChanged: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: Confirmation & { new_password: string }) => post('/account/password', change),
    onSuccess: () => {
      onChanged()
      void queryClient.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
}
