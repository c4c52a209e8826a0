import { Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { ConnectionPage } from './connection-page.tsx'
import { connectionOf } from './nuvemshop/install-state.ts'
import { Overview } from './overview.tsx'
import { platforms } from './platforms.ts'
import { type Finding, useConnections } from './query.ts'
import { SetUp } from './set-up.tsx'

/** What a connection was just given; it is lost when the screen is left. */
export type Fresh = {
  id: string
  /** Shown this once. */
  secret: string | null
  findings: Finding[] | undefined
}

/** Shops that send their orders. The URL names the open connection, or the platform that is being set up. */
export default function ConnectionsPage() {
  const texts = useTexts('connections')
  const { store_id, isOwner } = useStore()
  const [params, setParams] = useSearchParams()
  const [fresh, setFresh] = useState<Fresh>()
  const id = params.get('id')
  const platform = platforms.find(name => name === params.get('new'))
  const open = (made: Fresh) => {
    setFresh(made)
    setParams({ id: made.id })
  }
  const content = () => {
    if (id !== null) return <ConnectionPage key={id} id={id} fresh={fresh?.id === id ? fresh : undefined} />
    if (platform === undefined || !isOwner) return <Overview />
    const code = platform === 'nuvemshop' ? params.get('code') : null
    if (code !== null) return <BackFromNuvemshop code={code} state={params.get('state') ?? ''} open={open} />
    return <SetUp key={platform} platform={platform} open={open} />
  }
  return (
    <Stack gap="lg" key={store_id}>
      <PageHeader title={texts.title} lead={texts.lead} isItemOpen={id !== null || platform !== undefined} />
      {content()}
    </Stack>
  )
}

type Back = { code: string; state: string; open: (made: Fresh) => void }

/** The shop sent the merchant back after the installation: to the connection that waits for the code. */
function BackFromNuvemshop({ code, state, open }: Back) {
  const { data } = useConnections()
  if (!data) return <Skeleton h={320} radius="lg" />
  const started = data.filter(({ platform }) => platform === 'nuvemshop')
  const waiting =
    started.find(({ connection_id }) => connection_id === connectionOf(state)) ??
    started.findLast(({ missing }) => missing.includes('token')) ??
    started.at(-1)
  if (!waiting) return <SetUp platform="nuvemshop" open={open} />
  return <Navigate to={`?${new URLSearchParams({ id: waiting.connection_id, code, state })}`} replace />
}
