import { Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { ErrorPanel } from '../parts/errors.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { SectionList } from '../parts/layout/section.tsx'
import { MailOffLine } from '../parts/mail/mail-off-banner.tsx'
import { useUrlParams } from '../parts/url-params.ts'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { CampaignDetails } from './campaign-details.tsx'
import { NewCampaign } from './new-campaign.tsx'
import { PastCampaigns } from './past-campaigns.tsx'
import { type ListedCampaign, useCampaigns } from './query.ts'

/** Campaigns to earlier buyers: the open one, or the form of a new one, and those before. */
export default function Campaigns() {
  const texts = useTexts('campaigns')
  const { store_id, isOwner } = useStore()
  const { data, error, refetch } = useCampaigns()
  const [params, setParams] = useUrlParams<'id'>()
  const open = data?.result.find(isOpen)
  const shownId = params.get('id') ?? open?.id
  return (
    <Stack gap="lg">
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        action={
          <Anchor component={Link} to={`/${store_id}/orders`} size="sm">
            {texts.orders}
          </Anchor>
        }
      />
      <MailOffLine />
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={320} maw={1160} aria-label={texts.title} />}
      {data && (
        <SectionList>
          {shownId ? (
            <CampaignDetails
              key={shownId}
              id={shownId}
              {...(shownId !== open?.id && { back: () => setParams({ id: null }) })}
            />
          ) : isOwner ? (
            <NewCampaign usualPerDay={data.usual_per_day} />
          ) : (
            <Text c="dimmed">{texts.ownerOnly}</Text>
          )}
          <PastCampaigns
            campaigns={data.result.filter(one => one.id !== shownId)}
            show={id => setParams({ id })}
          />
        </SectionList>
      )}
    </Stack>
  )
}

const isOpen = ({ state }: ListedCampaign) => state !== 'finished' && state !== 'stopped'
