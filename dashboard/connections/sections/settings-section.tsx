import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ErrorAlert } from '../../parts/errors.tsx'
import { fieldErrors } from '../../parts/field-errors.ts'
import { Section } from '../../parts/layout/section.tsx'
import { useFormats, useTexts } from '../../words/words.tsx'
import { type Entered, valuesOf } from '../entered.ts'
import { Mapping, type MappingDraft, optionsOf } from '../mapping/mapping.tsx'
import { fieldsOf } from '../platforms.ts'
import { type Connection, type Finding, useAct, useConnectionRequests, type Values } from '../query.ts'
import { findingsOf } from '../set-up.tsx'
import { ShopFields } from '../shop-fields.tsx'
import { Options, optionNames } from './options.tsx'

type Props = { connection: Connection; setFindings: (findings: Finding[] | undefined) => void }

/** Changes the name, the access and the options of a connection. Stored keys stay unless others are entered. */
export function SettingsSection({ connection, setFindings }: Props) {
  const { settings: texts } = useTexts('connections')
  const form = useSettingsForm(connection)
  const save = useSave(connection, setFindings, form.saved)
  const problems = fieldErrors(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate(form.values())
  }
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack component="form" id="connection-settings" gap="md" onSubmit={submit}>
        <Access connection={connection} form={form} problems={problems} />
        {connection.platform === 'generic' && <Mapping draft={form.mapping} change={form.setMapping} />}
        <Options
          platform={connection.platform}
          options={form.options}
          change={form.setOptions}
          problems={problems}
        />
        <OtherProblems connection={connection} problems={problems} error={save.error} />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

type FormProps = {
  connection: Connection
  form: ReturnType<typeof useSettingsForm>
  problems: Record<string, string>
}

function Access({ connection: { platform, has }, form, problems }: FormProps) {
  const { settings: texts } = useTexts('connections')
  return (
    <Stack gap="md" maw={520}>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        maxLength={100}
        value={form.name}
        onChange={event => form.setName(event.currentTarget.value)}
      />
      <ShopFields {...{ platform, problems }} entered={form.entered} change={form.setEntered} stored={has} />
    </Stack>
  )
}

/** Problems of fields that are not on the page, such as those of a mapping. */
function OtherProblems({
  connection,
  problems,
  error,
}: Omit<FormProps, 'form'> & {
  error: unknown
}) {
  const { labelled } = useFormats()
  const others = Object.entries(problems).filter(([name]) => !isVisible(connection, name))
  if (Object.keys(problems).length === 0) return <ErrorAlert error={error} />
  return others.map(([name, problem]) => (
    <Text size="sm" c="var(--mantine-color-error)" key={name}>
      {labelled(name, problem)}
    </Text>
  ))
}

const isVisible = ({ platform }: Connection, name: string) =>
  fieldsOf[platform].some(field => field.name === name) || optionNames.some(one => one === name)

function useSettingsForm(connection: Connection) {
  const { platform, options: saved } = connection
  const [name, setName] = useState(connection.name)
  const first = { url: connection.url ?? '', ...saved }
  const [entered, setEntered] = useState<Entered>(first)
  const [options, setOptions] = useState<Entered>(saved)
  const [mapping, setMapping] = useState<MappingDraft>({ sample: '', fields: saved })
  const values = (): Values => {
    const { options: own, ...access } = valuesOf(platform, entered)
    const chosen = Object.fromEntries(optionNames.map(one => [one, options[one] ?? '']))
    const known = Object.entries(chosen).filter(([one, text]) => text !== (saved[one] ?? ''))
    return {
      name,
      ...access,
      options: {
        ...own,
        ...(platform === 'generic' ? optionsOf(mapping) : {}),
        ...Object.fromEntries(known),
      },
    }
  }
  // Keys leave the page with their form.
  const onSaved = () => setEntered(({ key: _, secret: __, token: ___, ...rest }) => rest)
  return {
    ...{ name, setName, entered, setEntered, options, setOptions, mapping, setMapping },
    ...{ values, saved: onSaved },
  }
}

/** Saves, then creates the webhooks where the shop's API can: the keys may be new. */
function useSave(connection: Connection, setFindings: Props['setFindings'], onSaved: () => void) {
  const { saved } = useTexts('connections').settings
  const { change, repair } = useConnectionRequests()
  const id = connection.connection_id
  return useAct(
    async (values: Values) => {
      const { can, state, has, platform } = await change(id, values)
      const isNewAccess = Boolean(values.key || values.token || values.secret)
      const mayAsk = platform !== 'woocommerce' || (has.key && has.token)
      const mayRepair = isNewAccess && can.repair && state === 'active' && mayAsk
      return mayRepair ? await findingsOf(() => repair(id)) : undefined
    },
    {
      message: saved,
      onDone: findings => {
        if (findings) setFindings(findings)
        onSaved()
      },
    },
  )
}
