import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { patch, post } from '../api.ts'
import { ErrorPanel } from '../parts/failure.tsx'
import { NewPassword } from '../parts/new-password.tsx'
import { Section } from '../parts/section.tsx'
import { useMe } from '../session.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'

export function Profile() {
  const { person } = useMe()
  const { common } = useCommonTexts()
  const texts = useTexts('account')
  const queries = useQueryClient()
  const form = useForm({ initialValues: { name: person.name } })
  const save = useMutation({
    mutationFn: (values: { name: string }) => patch('/account', values),
    onSuccess: () => {
      notifications.show({ message: common.saved })
      void queries.invalidateQueries({ queryKey: ['session'] })
    },
  })
  return (
    <Section title={texts.you}>
      <form onSubmit={form.onSubmit(values => save.mutate(values))} style={{ display: 'grid', gap: 16 }}>
        {save.error && <ErrorPanel error={save.error} />}
        <TextInput label={texts.name} autoComplete="name" required {...form.getInputProps('name')} />
        <TextInput label={texts.email} description={texts.emailHint} value={person.email} readOnly />
        <Button type="submit" variant="default" loading={save.isPending} style={{ justifySelf: 'start' }}>
          {common.save}
        </Button>
      </form>
    </Section>
  )
}

export function Password() {
  const texts = useTexts('account')
  const queries = useQueryClient()
  const form = useForm({ initialValues: { password: '', new_password: '' } })
  const change = useMutation({
    mutationFn: (values: typeof form.values) => post('/account/password', values),
    onSuccess: () => {
      form.reset()
      void queries.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  return (
    <Section title={texts.passwordTitle} lead={texts.passwordLead}>
      <form onSubmit={form.onSubmit(values => change.mutate(values))} style={{ display: 'grid', gap: 16 }}>
        {change.error && <ErrorPanel error={change.error} />}
        {change.isSuccess && (
          <Alert color="green" variant="light" role="status">
            {texts.changed}
          </Alert>
        )}
        <PasswordInput
          label={texts.current}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
        <NewPassword {...form.getInputProps('new_password')} />
        <Button type="submit" variant="default" loading={change.isPending} style={{ justifySelf: 'start' }}>
          {texts.change}
        </Button>
      </form>
    </Section>
  )
}
