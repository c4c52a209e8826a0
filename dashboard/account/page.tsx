import { PageHeader } from '../parts/layout/page-header.tsx'
import { SectionList } from '../parts/layout/section.tsx'
import { useTexts } from '../words/words.tsx'
import { MyNotifications } from './notifications.tsx'
import { PasswordForm, ProfileForm } from './profile.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

/** The user's account: name, password, second factor, sessions. */
export default function Account() {
  const texts = useTexts('account')
  return (
    <SectionList>
      <PageHeader title={texts.title} lead={texts.lead} />
      <ProfileForm />
      <MyNotifications />
      <PasswordForm />
      <SecondFactor />
      <Sessions />
    </SectionList>
  )
}
