import { Checkbox, Radio, Stack } from '@mantine/core'
import { type Scope, scopes } from '../../../server/tenants/stores/scopes.ts'
import { useTexts } from '../../words/words.tsx'

type Props = {
  isForProgram: boolean
  setForProgram: (isForProgram: boolean) => void
  chosen: Scope[]
  setChosen: (scopes: Scope[]) => void
}

/** What a new key of a store opens: orders, or the management API with these scopes. */
export function KeyScopes({ isForProgram, setForProgram, chosen, setChosen }: Props) {
  const texts = useTexts('keys')
  return (
    <>
      <Radio.Group
        label={texts.opens}
        value={isForProgram ? 'manage' : 'orders'}
        onChange={type => setForProgram(type === 'manage')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="orders" label={texts.forOrders} />
          <Radio value="manage" label={texts.forManagement} />
        </Stack>
      </Radio.Group>
      {isForProgram && (
        <Checkbox.Group
          label={texts.scopes}
          value={chosen}
          onChange={values => setChosen(scopes.filter(scope => values.includes(scope)))}
        >
          <Stack gap="xs" mt="xs">
            {scopes.map(scope => (
              <Checkbox key={scope} value={scope} label={texts.scopeNames[scope]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  )
}
