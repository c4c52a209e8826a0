import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { CopyableValue } from '../parts/copying/copyable-value.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { NuvemshopInstall } from './nuvemshop/install.tsx'
import { isEnteredByHand, nameOf } from './platforms.ts'
import { PluginCode } from './plugin-code.tsx'
import type { Connection, Finding } from './query.ts'
import { stepsBefore } from './set-up.tsx'
import { Steps, stepsOf } from './steps.tsx'

type Props = {
  connection: Connection
  secret: string | undefined
  setFindings: (findings: Finding[] | undefined) => void
}

/** What the merchant still has to do in the shop, until its first event arrives. */
export function ShopSteps({ connection, secret, setFindings }: Props) {
  const texts = useTexts('connections')
  const steps = useTexts('connection-steps')
  const { isOwner } = useStore()
  const [params] = useSearchParams()
  const { platform, last_event_at } = connection
  const isManual = platform === 'woocommerce' && isEnteredByHand(connection)
  const left = isManual ? stepsOf(steps.manual) : stepsOf(steps[platform]).slice(stepsBefore[platform])
  // A shop that was installed again comes back with a code too.
  const isOver = !params.has('code') && connection.missing.length === 0 && last_event_at !== null
  if (!isOwner || left.length === 0 || isOver) return null
  return (
    <Section
      title={
        platform === 'generic' ? texts.setUp.other : texts.setUp.title({ name: nameOf(platform, texts) })
      }
      lead={steps[platform].about}
    >
      <Steps steps={left} first={isManual ? 1 : stepsBefore[platform] + 1}>
        {contentOfSteps({ connection, secret, setFindings })}
      </Steps>
    </Section>
  )
}

/** What follows the clicks of each step. */
function contentOfSteps({ connection, secret, setFindings }: Props): ReactNode[] {
  const values = <Values key="values" connection={connection} secret={secret} />
  const code = { connection, secret }
  switch (connection.platform) {
    case 'medusa':
    case 'vendure':
      return (['command', 'plugin', 'variables'] as const).map(part => (
        <PluginCode key={part} part={part} {...code} />
      ))
    case 'nuvemshop':
      return [<NuvemshopInstall key="install" {...{ connection, setFindings }} />, values]
    default:
      return [values]
  }
}

function Values({ connection, secret }: Pick<Props, 'connection' | 'secret'>) {
  const texts = useTexts('connections').webhook
  return (
    <Stack gap="md" mt="md">
      <CopyableValue label={texts.address} value={connection.webhook_url} />
      {secret !== undefined && isEnteredByHand(connection) && (
        <CopyableValue label={texts.secret} value={secret} hint={texts.once} />
      )}
    </Stack>
  )
}
