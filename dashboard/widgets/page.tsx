import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { ErrorPanel } from '../parts/errors.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { PageTabs } from '../parts/layout/page-tabs.tsx'
import { useUrlParams } from '../parts/url-params.ts'
import { useStore } from '../store.tsx'
import { useLanguage, useTexts } from '../words/words.tsx'
import { CheckPanel } from './check-panel.tsx'
import { ChoicesProvider, useChoices } from './choices-provider.tsx'
import { CodePanel } from './code-panel.tsx'
import { OptionsPanel } from './options-panel.tsx'
import { Preview } from './preview.tsx'
import { useChosenProduct, useProducts, useWidgetCode } from './query.ts'
import classes from './widgets.module.css'

const tabs = ['design', 'code', 'check'] as const

/** The screen to add widgets to a shop: their design, the code to paste, and a check of the shop's page. */
export default function WidgetsPage() {
  return (
    <ChoicesProvider>
      <Widgets />
    </ChoicesProvider>
  )
}

function Widgets() {
  const texts = useTexts('widgets')
  const [params, change] = useUrlParams<'tab'>()
  const tab = tabs.find(name => name === params.get('tab')) ?? 'design'
  const { choices } = useChoices()
  const { product, isPending } = useChosenProduct(choices.product)
  const selectTab = (chosen: (typeof tabs)[number]) => change({ tab: chosen === 'design' ? null : chosen })
  return (
    <Stack gap="lg">
      <PageHeader title={texts.title} lead={texts.lead} hidesTimeZone />
      <PageTabs tabs={tabs} labels={texts.tabs} chosen={tab} choose={selectTab}>
        {tab === 'design' && (
          <div className={classes.columns}>
            <OptionsPanel product={product} />
            <div className={classes.sticky}>
              {isPending ? (
                <Skeleton height={680} radius="lg" />
              ) : (
                <PreviewPanel goToCode={() => selectTab('code')} />
              )}
            </div>
          </div>
        )}
        {tab === 'code' && <CodePanel product={product} goToCheck={() => selectTab('check')} />}
        {tab === 'check' && <CheckPanel address={product?.url ?? ''} />}
      </PageTabs>
    </Stack>
  )
}

function PreviewPanel({ goToCode }: { goToCode: () => void }) {
  const texts = useTexts('widgets')
  const { store_id } = useStore()
  const { language } = useLanguage()
  const { choices } = useChoices()
  const { product } = useChosenProduct(choices.product)
  const { data: products, error, refetch } = useProducts()
  const { data: code } = useWidgetCode()
  const chosen = JSON.stringify(choices)
  const scene = useMemo(
    () =>
      code && {
        choices: JSON.parse(chosen) as typeof choices,
        products: choices.place === 'list' ? (products ?? []) : product ? [product] : [],
        credentials: { storeId: store_id, storeKey: code.store_key },
        language,
      },
    [chosen, choices.place, code, language, product, products, store_id],
  )
  if (error) return <ErrorPanel error={error} retry={refetch} />
  return (
    <Stack gap="md">
      {product ? scene && <Preview scene={scene} /> : <EmptyPreview />}
      <Group>
        <Button onClick={goToCode} disabled={choices.place === 'product' && choices.widgets.length === 0}>
          {texts.getCode}
        </Button>
      </Group>
    </Stack>
  )
}

function EmptyPreview() {
  const texts = useTexts('widgets')
  return (
    <Paper withBorder radius="lg" p="xl" ta="center">
      <Text fw={600}>{texts.emptyTitle}</Text>
      <Text c="dimmed" size="sm" mt={4}>
        {texts.empty}
      </Text>
    </Paper>
  )
}
