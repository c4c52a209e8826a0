import { Alert, Button, Group, PasswordInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { put, remove, storePath } from '../../api.ts'
import { CopyableValue } from '../../parts/copying/copyable-value.tsx'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { ErrorPanel } from '../../parts/errors.tsx'
import { fieldErrors } from '../../parts/field-errors.ts'
import { useStore } from '../../store.tsx'
import { textFor } from '../../words/entries.ts'
import { useCommonTexts, useTexts } from '../../words/words.tsx'
import { fieldsOf, type Name, secretFields } from './channel-fields.ts'
import type { Channel } from './channels.tsx'

type Saved = { secrets: Record<string, string> }

/** The settings of a channel. Credentials are sent once and never read again: an empty field keeps them. */
export function ChannelForm({ name, channel }: { name: Name; channel: Channel | undefined }) {
  const { store_id, isOwner } = useStore()
  const texts = useTexts('channels')
  const { common } = useCommonTexts()
  const queryClient = useQueryClient()
  const [edits, setEdits] = useState<Record<string, string>>({})
  const values = { ...channel?.settings, ...edits }
  const fields = fieldsOf(name, values.provider)
  const refresh = () => queryClient.invalidateQueries({ queryKey: [store_id, 'channels'] })
  const save = useMutation({
    mutationFn: (sent: Record<string, string>) => {
      const set = Object.fromEntries(Object.entries(sent).map(([field, value]) => [field, value.trim()]))
      return put<Saved>(storePath(store_id, `/channels/${name}`), { set })
    },
    onSuccess: (_, sent) => {
      // Edits made meanwhile stay.
      setEdits(now =>
        Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== sent[field])),
      )
      notifications.show({ message: common.saved })
      void refresh()
    },
  })
  const errors = fieldErrors(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(edits)
  }
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={!isOwner} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        {/* Fields with and without a hint are beside each other. An error would raise its field. */}
        <SimpleGrid
          cols={{ base: 1, sm: 2 }}
          style={{ alignItems: Object.keys(errors).length > 0 ? 'start' : 'end' }}
        >
          {fields.map(field => (
            <Field
              key={field}
              field={field}
              label={textFor(texts.fields, field) ?? field}
              hint={
                secretFields.has(field) && channel?.credentials.includes(field)
                  ? texts.stored
                  : textFor(texts.hints, field)
              }
              value={values[field] ?? ''}
              error={errors[field]}
              onChange={value => {
                if (save.isError) save.reset()
                setEdits({ ...edits, [field]: value })
              }}
            />
          ))}
        </SimpleGrid>
        {save.data && Object.keys(save.data.secrets).length > 0 && (
          <Alert mt="md" role="status" color="green" title={texts.once}>
            {Object.entries(save.data.secrets).map(([secret, value]) => (
              <CopyableValue key={secret} label={textFor(texts.fields, secret) ?? secret} value={value} />
            ))}
          </Alert>
        )}
        {save.error && fields.every(field => errors[field] === undefined) && (
          <ErrorPanel error={save.error} />
        )}
        <Group mt="md">
          <Button
            type="submit"
            variant={channel ? 'default' : 'filled'}
            disabled={Object.keys(edits).length === 0}
            loading={save.isPending}
          >
            {channel ? common.save : texts.add}
          </Button>
          {channel && isOwner && <Remove name={name} onRemoved={refresh} />}
        </Group>
      </fieldset>
    </form>
  )
}

type FieldProps = {
  field: string
  label: string
  hint: string | undefined
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function Field({ field, label, hint, value, error, onChange }: FieldProps) {
  const common = { label, description: hint, value, error }
  const take = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)
  if (field === 'provider')
    return (
      <Select
        {...common}
        data={['twilio', 'vonage', 'zenvia', 'custom'].map(one => ({ value: one, label: names[one] ?? one }))}
        allowDeselect={false}
        onChange={next => onChange(next ?? '')}
      />
    )
  if (field === 'private_key' || field === 'text' || field === 'mapping')
    return <Textarea {...common} autosize minRows={2} maxRows={8} spellCheck={false} onChange={take} />
  if (secretFields.has(field)) return <PasswordInput {...common} autoComplete="off" onChange={take} />
  return <TextInput {...common} autoComplete="off" onChange={take} />
}

const names: Record<string, string> = { twilio: 'Twilio', vonage: 'Vonage', zenvia: 'Zenvia', custom: 'HTTP' }

function Remove({ name, onRemoved }: { name: Name; onRemoved: () => unknown }) {
  const { store_id } = useStore()
  const texts = useTexts('channels')
  const [isOpen, setOpen] = useState(false)
  const removal = useMutation({
    mutationFn: () => remove(storePath(store_id, `/channels/${name}`)),
    onSuccess: async () => {
      setOpen(false)
      await onRemoved()
    },
  })
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setOpen(true)}>
        {texts.remove}
      </Button>
      {removal.error && <ErrorPanel error={removal.error} />}
      <ConfirmDialog
        title={isOpen ? texts.removeTitle({ name: texts.names[name] }) : undefined}
        message={texts.removeLead}
        confirmLabel={texts.remove}
        busy={removal.isPending}
        close={() => setOpen(false)}
        confirm={() => removal.mutate()}
      />
    </>
  )
}
