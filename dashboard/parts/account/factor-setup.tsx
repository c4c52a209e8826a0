import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { FactorOffer } from '../../../server/tenants/accounts/account-schemas.ts'
import { post } from '../../api.ts'
import { useTexts } from '../../words/words.tsx'
import { CopyableValue } from '../copying/copyable-value.tsx'
import { download } from '../download.ts'
import { ErrorPanel } from '../errors.tsx'
import { type Confirmation, ConfirmForm } from './confirm-fields.tsx'
import { QrCode } from './qr-code.tsx'

/** The steps to a second factor: the password, then a first code. */
export function FactorSetup({ onOffered, onDone }: { onOffered?: () => void; onDone: () => void }) {
  const texts = useTexts('account')
  const [setup, setSetup] = useState<FactorOffer>()
  if (setup) return <VerifyForm setup={setup} onDone={onDone} />
  const offer = async (confirmation: Confirmation) => {
    setSetup(await post<FactorOffer>('/account/second-factor', confirmation))
    onOffered?.()
  }
  return <ConfirmForm label={texts.continue} onConfirmed={offer} />
}

function VerifyForm({ setup, onDone }: { setup: FactorOffer; onDone: () => void }) {
  const texts = useTexts('account')
  const [code, setCode] = useState('')
  const verify = useMutation({
    mutationFn: () => post('/account/second-factor/proof', { code: code.replace(/\s/g, '') }),
    onSuccess: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    verify.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{texts.scan}</Text>
        <QrCode text={setup.uri} label={texts.scanAlt} />
        <CopyableValue label={texts.byHand} value={new URL(setup.uri).searchParams.get('secret') ?? ''} />
        <RecoveryCodes codes={setup.recovery_codes.join('\n')} />
        {verify.error && <ErrorPanel error={verify.error} />}
        <TextInput
          label={texts.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={verify.isPending}>
          {texts.kept}
        </Button>
      </Stack>
    </form>
  )
}

function RecoveryCodes({ codes }: { codes: string }) {
  const texts = useTexts('account')
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {texts.recoveryTitle}
        </Text>
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => download('realword-recovery-codes.txt', `${codes}\n`, 'text/plain')}
        >
          {texts.download}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mb={4}>
        {texts.recoveryLead}
      </Text>
      <Code block tabIndex={0} aria-label={texts.recoveryTitle}>
        {codes}
      </Code>
    </div>
  )
}
