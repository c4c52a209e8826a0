import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { CopyValueButton } from '../parts/copying/copy-value-button.tsx'
import { EmptyState } from '../parts/layout/empty-state.tsx'
import { TestOrderButton } from '../parts/test-order-button.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import classes from './orders.module.css'

/** Explains how to send the first order. */
export function FirstOrder() {
  const texts = useTexts('orders')
  const { store_id, isOwner, mayModerate } = useStore()
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} maw={820}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h3">
            {texts.firstTitle}
          </Title>
          <Text c="dimmed" mt={6} maw={600}>
            {texts.first}
          </Text>
        </div>
        <div>
          <Button component={Link} to={`/${store_id}/connections`}>
            {texts.connect}
          </Button>
        </div>
        {mayModerate && <TestOrderButton isSecondary />}
        <ByApi />
        {isOwner && (
          <Group gap="lg">
            <Anchor component={Link} to={`/${store_id}/data?kind=order`} size="sm">
              {texts.csv}
            </Anchor>
            <Anchor component={Link} to={`/${store_id}/data`} size="sm">
              {texts.archive}
            </Anchor>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

function ByApi() {
  const texts = useTexts('orders')
  const { store_id } = useStore()
  return (
    <details className={classes.more}>
      <summary>{texts.byApi}</summary>
      <ExampleCommand />
      <Text size="sm" c="dimmed" mt="sm">
        {texts.firstHint}
      </Text>
      <Group gap="lg" mt="sm">
        <Anchor component={Link} to={`/${store_id}/settings?tab=connection`} size="sm">
          {texts.keys}
        </Anchor>
        <Anchor href="/docs" target="_blank" rel="noreferrer" size="sm">
          {texts.docs}
        </Anchor>
      </Group>
    </details>
  )
}

function ExampleCommand() {
  const { store_id } = useStore()
  const command = exampleCommand(location.origin, store_id)
  return (
    <>
      <Group justify="flex-end" mb="xs">
        <CopyValueButton value={command} />
      </Group>
      <pre className={classes.code}>{command}</pre>
    </>
  )
}

function exampleCommand(origin: string, storeId: string): string {
  const now = new Date().toISOString()
  return `curl ${origin}/orders \\
  -H 'X-API-Key: YOUR_API_KEY' -H 'X-Store-Id: ${storeId}' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "order_id": "1001",
    "order_date": "${now}",
    "delivery_date": "${now}",
    "products": [{ "product_id": "P-1", "sku": "SKU-1", "name": "Moka pot",
      "price": 149.9, "url": "https://shop.example/p/1" }],
    "customers": [{ "name": "Ana Martins", "email": "ana@example.com", "phone": "" }]
  }'`
}

/** No order matches the filters. */
export function NoOrdersFound({ clear }: { clear: () => void }) {
  const texts = useTexts('orders')
  return (
    <EmptyState icon="search" title={texts.emptyTitle} lead={texts.empty}>
      <Button variant="default" onClick={clear}>
        {texts.clear}
      </Button>
    </EmptyState>
  )
}
