import { Text } from '@mantine/core'
import { CodeBlock } from '../parts/copying/code-block.tsx'
import { useSettings } from '../store-settings.ts'
import { useTexts } from '../words/words.tsx'
import type { Connection } from './query.ts'

type System = 'medusa' | 'vendure'

const plugins: Record<System, string> = {
  medusa: `{
  resolve: '@realword/medusa',
  options: {
    webhookUrl: process.env.REALWORD_WEBHOOK_URL,
    secret: process.env.REALWORD_SECRET,
    productUrl: 'https://shop.example/products/{handle}',
    storeId: process.env.REALWORD_STORE_ID,
    storeKey: process.env.REALWORD_STORE_KEY,
  },
},`,
  vendure: `RealwordPlugin.init({
  webhookUrl: process.env.REALWORD_WEBHOOK_URL,
  secret: process.env.REALWORD_SECRET,
  productUrl: 'https://shop.example/products/{slug}',
  storeId: process.env.REALWORD_STORE_ID,
  storeKey: process.env.REALWORD_STORE_KEY,
}),`,
}

type Part = 'command' | 'plugin' | 'variables'

/** What to paste into a Medusa or Vendure server: the command, the plugin's options, or its variables with this store's values. */
export function PluginCode({
  part,
  connection,
  secret,
}: {
  part: Part
  connection: Connection
  secret: string | undefined
}) {
  const texts = useTexts('connections').webhook
  const { data } = useSettings()
  const variables = [
    `REALWORD_WEBHOOK_URL=${connection.webhook_url}`,
    `REALWORD_SECRET=${secret ?? '…'}`,
    `REALWORD_STORE_ID=${data?.store_id ?? ''}`,
    `REALWORD_STORE_KEY=${data?.store_key ?? ''}`,
  ].join('\n')
  const system = connection.platform === 'vendure' ? 'vendure' : 'medusa'
  const code = { command: `npm install @realword/${system}`, plugin: plugins[system], variables }[part]
  return (
    <div>
      <CodeBlock code={code} name={code.split('\n')[0] ?? ''} />
      {part === 'variables' && secret === undefined && (
        <Text size="sm" mt="xs">
          {texts.hidden}
        </Text>
      )}
    </div>
  )
}
