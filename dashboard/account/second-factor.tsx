import { Badge, Button, Code, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { FactorOffer } from '../../server/tenants/accounts/account-schemas.ts'
import { post } from '../api.ts'
import { CopyableValue } from '../parts/copying/copyable-value.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { download } from '../parts/download.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useMe } from '../session.tsx'
import { useTexts } from '../words/words.tsx'
import { QrCode } from './qr-code.tsx'

/** Turns the second factor on or off. Both need the password; turning it on also needs a first code. */
export function SecondFactor() {
  const { person } = useMe()
  const texts = useTexts('account')
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [setup, setSetup] = useState<FactorOffer>()
  const isOn = person.second_factor
  const close = () => {
    setOpen(false)
    setSetup(undefined)
  }
  const finish = () => {
    close()
    void queryClient.invalidateQueries({ queryKey: ['session'] })
    void queryClient.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <Section
      title={texts.factorTitle}
      lead={texts.factorLead}
      action={<Badge color={isOn ? 'green' : 'gray'}>{isOn ? texts.on : texts.off}</Badge>}
    >
      <Button variant="default" onClick={() => setOpen(true)} style={{ alignSelf: 'start' }}>
        {isOn ? texts.turnOff : texts.turnOn}
      </Button>
      <Dialog opened={isOpen} close={close} ignoresOutsideClicks={Boolean(setup)} title={texts.factorTitle}>
        {setup ? (
          <VerifyForm setup={setup} onDone={finish} />
        ) : (
          <PasswordForm isOn={isOn} onTurnedOff={finish} onSetup={setSetup} />
        )}
      </Dialog>
    </Section>
  )
}

type PasswordFormProps = {
  isOn: boolean
  onTurnedOff: () => void
  onSetup: (setup: FactorOffer) => void
}

function PasswordForm({ isOn, onTurnedOff, onSetup }: PasswordFormProps) {
  const texts = useTexts('account')
  const [password, setPassword] = useState('')
  const confirm = useMutation({
    mutationFn: async () => {
      if (isOn) {
        await post('/account/second-factor/removal', { password })
        onTurnedOff()
      } else onSetup(await post<FactorOffer>('/account/second-factor', { password }))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {confirm.error && <ErrorPanel error={confirm.error} />}
        <PasswordInput
          label={texts.confirmPassword}
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={confirm.isPending} {...(isOn && { color: 'red' })}>
          {isOn ? texts.turnOff : texts.continue}
        </Button>
      </Stack>
    </form>
  )
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
