import { Alert, Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ErrorAlert } from '../../parts/errors.tsx'
import { fieldErrors } from '../../parts/field-errors.ts'
import { useMe } from '../../session.tsx'
import { useLanguage, useTexts } from '../../words/words.tsx'
import { codeIn } from '../entered.ts'
import { type Connection, type Finding, useAct, useConnectionRequests } from '../query.ts'
import { findingsOf } from '../set-up.tsx'
import { beginInstallation, endInstallation, stateIn, wasBegunHere } from './install-state.ts'

const hosts = { br: 'www.nuvemshop.com.br', other: 'www.tiendanube.com' } as const

type Props = { connection: Connection; setFindings: (findings: Finding[] | undefined) => void }

/** Installs the app in the shop, and finishes with the code with which the shop sends the merchant back. */
export function NuvemshopInstall({ connection, setFindings }: Props) {
  const texts = useTexts('connections').nuvemshop
  const { language } = useLanguage()
  const [country, setCountry] = useState<keyof typeof hosts>(language === 'es' ? 'other' : 'br')
  const { person } = useMe()
  const [state] = useState(() => beginInstallation(person.id, connection.connection_id))
  const appId = connection.options.app_id ?? ''
  return (
    <Stack gap="md" mt="md" align="flex-start">
      <Radio.Group
        label={texts.country}
        value={country}
        onChange={value => setCountry(value as keyof typeof hosts)}
      >
        <Group gap="lg" mt="xs">
          <Radio value="br" label={texts.countries.br} />
          <Radio value="other" label={texts.countries.other} />
        </Group>
      </Radio.Group>
      <Button
        component="a"
        href={`https://${hosts[country]}/apps/${appId}/authorize?state=${state}`}
        rel="noreferrer"
      >
        {texts.install}
      </Button>
      <CodeForm connection={connection} setFindings={setFindings} />
    </Stack>
  )
}

function CodeForm({ connection: { connection_id }, setFindings }: Props) {
  const texts = useTexts('connections').nuvemshop
  const { person } = useMe()
  const [params] = useSearchParams()
  const isBack = params.has('code')
  const [pasted, setPasted] = useState(isBack ? `?${params}` : '')
  const [isTried, setTried] = useState(false)
  const finish = useFinish(connection_id, setFindings)
  // A code that another browser was given would connect the shop of somebody else.
  const isOurs = (address: string) => wasBegunHere(person.id, connection_id, stateIn(address))
  const code = isOurs(pasted) ? codeIn(pasted) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (code) finish.mutate(code)
  }
  const refused = fieldErrors(finish.error).code
  return (
    <Stack component="form" gap="sm" w="100%" maw={520} onSubmit={submit}>
      {isBack && (isOurs(`?${params}`) ? <Alert color="blue">{texts.arrived}</Alert> : <Foreign />)}
      <TextInput
        label={texts.pasted}
        value={pasted}
        spellCheck={false}
        autoComplete="off"
        error={refused ?? (isTried && !code && texts.noCode)}
        onChange={event => setPasted(event.currentTarget.value)}
      />
      {!refused && <ErrorAlert error={finish.error} />}
      <div>
        <Button type="submit" variant="default" loading={finish.isPending}>
          {texts.finish}
        </Button>
      </div>
    </Stack>
  )
}

function Foreign() {
  const texts = useTexts('connections').nuvemshop
  return (
    <Alert color="yellow" role="alert">
      {texts.foreign}
    </Alert>
  )
}

/** Exchanges the code for the shop's token, and creates the webhooks. */
function useFinish(id: string, setFindings: Props['setFindings']) {
  const { person } = useMe()
  const { act, repair } = useConnectionRequests()
  return useAct(
    async (code: string) => {
      await act(id, 'authorization', { code })
      endInstallation(person.id, id)
      return await findingsOf(() => repair(id))
    },
    { onDone: setFindings },
  )
}
