import { Alert, Button, Group, Stack, Table, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { post, storePath } from '../api.ts'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { download } from '../parts/download.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { Section, SectionList } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import type { Settings } from '../store-settings.ts'
import { useTexts } from '../words/words.tsx'
import { RetentionSettings } from './retention.tsx'

/** Exports and erases a person's data, and says how long the store keeps what. */
export function PrivacySettings({ settings }: { settings: Settings }) {
  const { isOwner } = useStore()
  const texts = useTexts('settings')
  return (
    <SectionList>
      {isOwner && <ExportPerson />}
      {isOwner && <ErasePerson />}
      <RetentionSettings settings={settings}>
        <Section title={texts.keptOthers}>
          <Table layout="fixed" aria-label={texts.keptOthers}>
            <Table.Tbody>
              {Object.values(texts.keptRows).map(({ subject, period }) => (
                <Table.Tr key={subject}>
                  <Table.Td fw={500}>{subject}</Table.Td>
                  <Table.Td>{period}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Section>
      </RetentionSettings>
    </SectionList>
  )
}

function ExportPerson() {
  const { store_id } = useStore()
  const texts = useTexts('settings')
  const [email, setEmail] = useState('')
  const exportPerson = useMutation({
    mutationFn: () => post<{ person: object | null }>(storePath(store_id, '/people/export'), { email }),
    onSuccess: ({ person }) => {
      if (person) download('person.json', JSON.stringify(person, undefined, 2), 'application/json')
    },
  })
  return (
    <Section title={texts.exportTitle} lead={texts.exportLead}>
      <EmailForm email={email} setEmail={setEmail} submit={() => exportPerson.mutate()}>
        <Button type="submit" variant="default" loading={exportPerson.isPending}>
          {texts.exportButton}
        </Button>
      </EmailForm>
      {exportPerson.error && <ErrorPanel error={exportPerson.error} />}
      {exportPerson.data?.person === null && <Alert role="status">{texts.nothingKnown}</Alert>}
    </Section>
  )
}

function ErasePerson() {
  const texts = useTexts('settings')
  const [email, setEmail] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const erase = useErasePerson(email, () => setConfirming(false))
  const preview = useErasurePreview(email, () => setConfirming(true))
  const submit = () => {
    erase.reset()
    preview.mutate()
  }
  const result = erase.data
  return (
    <Section title={texts.eraseTitle} lead={texts.eraseLead}>
      <EmailForm email={email} setEmail={setEmail} submit={submit}>
        <Button type="submit" color="red" variant="light" loading={preview.isPending}>
          {texts.eraseButton}…
        </Button>
      </EmailForm>
      {(preview.error ?? erase.error) && <ErrorPanel error={preview.error ?? erase.error} />}
      {result && (
        <Alert role="status">{result.erased ? texts.erased(result.erased) : texts.nothingKnown}</Alert>
      )}
      <Dialog opened={isConfirming} close={() => setConfirming(false)} title={texts.eraseTitle}>
        <ConfirmEmailForm email={email} busy={erase.isPending} erase={() => erase.mutate()}>
          <Concerned found={preview.data?.erased ?? null} />
        </ConfirmEmailForm>
      </Dialog>
    </Section>
  )
}

function useErasePerson(email: string, onSettled: () => void) {
  const { store_id } = useStore()
  const queryClient = useQueryClient()
  type Erased = { erased: { reviews: number; orders: number } | null }
  return useMutation({
    mutationFn: () => post<Erased>(storePath(store_id, '/people/erase'), { email }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [store_id] }),
    onSettled,
  })
}

type Found = { reviews: number; questions: number; answers: number; orders: number; names: string[] }

function useErasurePreview(email: string, onSuccess: () => void) {
  const { store_id } = useStore()
  return useMutation({
    mutationFn: () =>
      post<{ erased: Found | null }>(storePath(store_id, '/people/erase'), { email, dry_run: true }),
    onSuccess,
  })
}

/** What the erasure would concern: several names under one address may be several people. */
function Concerned({ found }: { found: Found | null }) {
  const texts = useTexts('settings')
  if (!found) return <Text>{texts.eraseNone}</Text>
  return (
    <Stack gap="xs">
      <Text>{texts.eraseConcerns(found)}</Text>
      {found.names.length > 0 && <Text>{texts.eraseNames({ names: found.names.join(', ') })}</Text>}
    </Stack>
  )
}

/** Requires the address a second time, because erasing cannot be undone. */
function ConfirmEmailForm({
  email,
  busy,
  erase,
  children,
}: {
  email: string
  busy: boolean
  erase: () => void
  children: ReactNode
}) {
  const texts = useTexts('settings')
  const [typed, setTyped] = useState('')
  return (
    <Stack>
      {children}
      <TextInput
        label={texts.eraseConfirm({ email })}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <Button color="red" disabled={typed.trim() !== email.trim()} loading={busy} onClick={erase}>
        {texts.eraseButton}
      </Button>
    </Stack>
  )
}

function EmailForm({
  email,
  setEmail,
  submit,
  children,
}: {
  email: string
  setEmail: (email: string) => void
  submit: () => void
  children: ReactNode
}) {
  const texts = useTexts('settings')
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <Group align="flex-end">
        <TextInput
          type="email"
          label={texts.email}
          required
          flex={1}
          miw={200}
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
        {children}
      </Group>
    </form>
  )
}
