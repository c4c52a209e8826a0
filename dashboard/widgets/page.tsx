import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useUnsaved } from '../parts/drafts/draft.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { PageTabs } from '../parts/layout/page-tabs.tsx'
import { useUrlParams } from '../parts/url-params.ts'
import { useStore } from '../store.tsx'
import { useLanguage, useTexts } from '../words/words.tsx'
import { CheckPanel } from './check-panel.tsx'
import { type Choices, elementsOf } from './choices.ts'
import { ChoicesProvider, designDraft, useChoices } from './choices-provider.tsx'
import { CodePanel } from './code-panel.tsx'
import { OptionsPanel } from './options-panel.tsx'
import { Preview } from './preview.tsx'
import { useChosenProduct, useProducts, useWidgetCode, useWidgetDesign } from './query.ts'
import { sampleProduct } from './samples.ts'
import classes from './widgets.module.css'

const tabs = ['design', 'code', 'check'] as const

type Tab = (typeof tabs)[number]

/** The screen to add widgets to a shop: their design, the code to paste, and a check of the shop's page. */
export default function WidgetsPage() {
  const texts = useTexts('widgets')
  const { data, error, refetch } = useWidgetDesign()
  const [params, change] = useUrlParams<'tab'>()
  const tab = tabs.find(name => name === params.get('tab')) ?? 'design'
  return (
    <Stack gap="lg">
      <PageHeader title={texts.title} lead={texts.lead} hidesTimeZone />
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!(data || error) && <Skeleton height={680} radius="lg" />}
      {data && (
        <ChoicesProvider saved={data}>
          <Widgets tab={tab} selectTab={chosen => change({ tab: chosen === 'design' ? null : chosen })} />
        </ChoicesProvider>
      )}
    </Stack>
  )
}

function Widgets({ tab, selectTab }: { tab: Tab; selectTab: (tab: Tab) => void }) {
  const texts = useTexts('widgets')
  const { choices } = useChoices()
  const { product, isPending } = useChosenProduct(choices.product)
  const isUnsaved = useUnsaved()
  // The button is at the end of a long tab: the next one begins at its top.
  const goTo = (chosen: Tab) => {
    selectTab(chosen)
    scrollTo({ top: 0 })
  }
  return (
    <PageTabs
      tabs={tabs}
      labels={texts.tabs}
      chosen={tab}
      choose={selectTab}
      isUnsaved={name => name === 'design' && isUnsaved(designDraft)}
    >
      {tab === 'design' && (
        <div className={classes.columns}>
          <OptionsPanel product={product} />
          <div className={classes.sticky}>
            {isPending ? (
              <Skeleton height={680} radius="lg" />
            ) : (
              <PreviewPanel goToCode={() => goTo('code')} />
            )}
          </div>
        </div>
      )}
      {tab === 'code' && <CodePanel product={product} goToCheck={() => goTo('check')} />}
      {tab === 'check' && <CheckPanel address={product?.url ?? ''} />}
    </PageTabs>
  )
}

function PreviewPanel({ goToCode }: { goToCode: () => void }) {
  const texts = useTexts('widgets')
  const { choices } = useChoices()
  const { error, refetch } = useProducts()
  const scene = useScene()
  if (error) return <ErrorPanel error={error} retry={refetch} />
  return (
    <Stack gap="md">
      {scene?.samples && (
        <Alert variant="light" color="blue" p="sm">
          {texts.samples}
        </Alert>
      )}
      {scene && <Preview scene={scene} />}
      <Group>
        <Button onClick={goToCode} disabled={elementsOf(choices).length === 0}>
          {texts.getCode}
        </Button>
      </Group>
    </Stack>
  )
}

/** The scene of the choices; undefined while it loads. Samples stand for a product as long as nothing is reviewed. */
function useScene() {
  const { store_id, name } = useStore()
  const { language } = useLanguage()
  const { choices } = useChoices()
  const { product, isPending } = useChosenProduct(choices.product)
  const { data: products } = useProducts()
  const { data: code } = useWidgetCode()
  const texts = useTexts('widget-samples')
  const chosen = JSON.stringify(choices)
  return useMemo(() => {
    if (!code || isPending) return undefined
    const choices = JSON.parse(chosen) as Choices
    const scene = { choices, credentials: { storeId: store_id, storeKey: code.store_key }, language }
    const hasReviews = products?.some(({ total, group }) => (group?.total ?? total) > 0)
    const isList = choices.place === 'list'
    if (!hasReviews) {
      const shown = Array(isList ? 3 : 1).fill(sampleProduct(texts))
      return { ...scene, products: shown, samples: { texts, storeName: name } }
    }
    return { ...scene, products: isList ? (products ?? []) : product ? [product] : [], samples: undefined }
  }, [chosen, code, isPending, language, name, product, products, store_id, texts])
}
