import { Badge, Button, Code, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { FactorOffer } from '../../server/accounts/account-schemas.ts'
import { post } from '../api.ts'
import { Dialog } from '../parts/dialog.tsx'
import { download } from '../parts/download.ts'
import { ErrorPanel } from '../parts/failure.tsx'
import { CopyableValue } from '../parts/secret.tsx'
import { Section } from '../parts/section.tsx'
import { useMe } from '../session.tsx'
import { useTexts } from '../words/words.tsx'
import { QrCode } from './qr-code.tsx'

/** Turns the second step on, proved by a code, or off, with the password. */
export function SecondFactor() {
  const { person } = useMe()
  const texts = useTexts('account')
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const [offer, setOffer] = useState<FactorOffer>()
  const isOn = person.second_factor
  const close = () => {
    setAsks(false)
    setOffer(undefined)
  }
  const done = () => {
    close()
    void queries.invalidateQueries({ queryKey: ['session'] })
    void queries.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <Section
      title={texts.factorTitle}
      lead={texts.factorLead}
      action={
        <Badge variant="light" color={isOn ? 'green' : 'gray'}>
          {isOn ? texts.on : texts.off}
        </Badge>
      }
    >
      <Button variant="default" onClick={() => setAsks(true)} style={{ alignSelf: 'start' }}>
        {isOn ? texts.turnOff : texts.turnOn}
      </Button>
      <Dialog opened={asks} close={close} ignoresOutsideClicks={Boolean(offer)} title={texts.factorTitle}>
        {offer ? (
          <Prove offer={offer} done={done} />
        ) : (
          <AskPassword isOn={isOn} removed={done} offered={setOffer} />
        )}
      </Dialog>
    </Section>
  )
}

type Props = {
  isOn: boolean
  removed: () => void
  offered: (offer: FactorOffer) => void
}

function AskPassword({ isOn, removed, offered }: Props) {
  const texts = useTexts('account')
  const [password, setPassword] = useState('')
  const go = useMutation({
    mutationFn: async () => {
      if (isOn) {
        await post('/account/second-factor/removal', { password })
        removed()
      } else offered(await post<FactorOffer>('/account/second-factor', { password }))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {go.error && <ErrorPanel error={go.error} />}
        <PasswordInput
          label={texts.confirmPassword}
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={go.isPending} {...(isOn && { color: 'red' })}>
          {isOn ? texts.turnOff : texts.continue}
        </Button>
      </Stack>
    </form>
  )
}

function Prove({ offer, done }: { offer: FactorOffer; done: () => void }) {
  const texts = useTexts('account')
  const [code, setCode] = useState('')
  const prove = useMutation({
    mutationFn: () => post('/account/second-factor/proof', { code: code.replace(/\s/g, '') }),
    onSuccess: done,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    prove.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{texts.scan}</Text>
        <QrCode text={offer.uri} label={texts.scanAlt} />
        <CopyableValue label={texts.byHand} value={new URL(offer.uri).searchParams.get('secret') ?? ''} />
        <RecoveryCodes codes={offer.recovery_codes.join('\n')} />
        {prove.error && <ErrorPanel error={prove.error} />}
        <TextInput
          label={texts.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={prove.isPending}>
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
