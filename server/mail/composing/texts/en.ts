import type { MailTexts } from './texts.ts'

export const english: MailTexts = {
  language: 'en',
  kinds: {
    request: {
      subject: '{name}, how do you like {product}?',
      preheader: 'Tap a star to begin. It takes about a minute.',
      heading: 'How was it, {name}?',
      words: [
        'Thank you for buying from {store}. What would you say to someone thinking of buying the same? Good or bad, your honest opinion helps others choose and helps us improve.',
      ],
      button: 'Write my review',
      why: 'You received this email because you bought from {store}.',
    },
    reminder: {
      subject: '{name}, do you have a minute to review {product}?',
      preheader: 'Your honest opinion still helps others choose.',
      heading: 'Do you have a minute, {name}?',
      words: [
        'A few days ago we asked what you think of your purchase from {store}. Your opinion, whatever it is, still helps others choose.',
        'If you prefer not to review it, ignore this email.',
      ],
      button: 'Write my review',
      why: 'You received this email because you bought from {store}.',
    },
    review_published: {
      subject: 'Your review of {product} is published',
      preheader: 'Others can read it now. Thank you!',
      heading: 'Your review is published',
      words: ['Thank you, {name}! Anyone interested in {product} can now read your review.'],
      button: 'See my review',
      why: 'You received this email because you wrote a review at {store}.',
    },
    review_rejected: {
      subject: 'Your review of {product} was not published',
      preheader: 'The reason, and what you can do.',
      heading: 'Your review was not published',
      words: ['{name}, thank you for your time. {store} read your review and did not publish it.'],
      after:
        'Your star rating played no part in this: no review is rejected for its rating. You can change your review and send it again.',
      button: 'Change my review',
      why: 'You received this email because you wrote a review at {store}.',
    },
    review_replied: {
      subject: '{store} replied to your review of {product}',
      preheader: 'Read the store’s reply.',
      heading: '{store} replied to you',
      words: ['{name}, the store replied to your review of {product}.'],
      button: 'See my review',
      why: 'You received this email because you wrote a review at {store}.',
    },
    question_received: {
      subject: 'New question about {product}',
      preheader: 'A customer is waiting for your answer.',
      heading: 'You have a new question',
      words: [
        'A customer would like to know more about {product}. A quick answer helps this customer, and everyone with the same question later.',
      ],
      button: 'Answer the question',
      why: 'You received this email because this is the contact address of {store}.',
    },
    question_answered: {
      subject: 'Your question about {product} was answered',
      preheader: 'Read the store’s answer.',
      heading: 'Your question was answered',
      words: ['{name}, {store} answered your question about {product}.'],
      button: 'See the answer',
      why: 'You received this email because you asked a question at {store}.',
    },
    confirm_review: {
      subject: 'Confirm your review of {product}',
      preheader: 'One tap sends your review to the store.',
      heading: 'Is this your email address?',
      words: [
        'Someone used this address to review {product} at {store}. If it was you, please confirm it.',
        'If it was not you, ignore this email: nothing will be published.',
      ],
      button: 'Confirm my address',
      why: 'You received this email because someone used this address to write a review at {store}.',
    },
    confirm_question: {
      subject: 'Confirm your question about {product}',
      preheader: 'One tap sends your question to the store.',
      heading: 'Is this your email address?',
      words: [
        'Someone used this address to ask {store} a question about {product}. If it was you, please confirm it.',
        'If it was not you, ignore this email: nothing will be sent or published.',
      ],
      button: 'Confirm my address',
      why: 'You received this email because someone used this address to ask a question at {store}.',
    },
    password_reset: {
      subject: 'Choose a new password',
      preheader: 'The link is valid for one hour.',
      heading: 'Choose a new password',
      words: [
        '{name}, someone asked to reset the dashboard password of this address. If it was you, choose a new one with the button below. It works once, within an hour.',
        'If it was not you, ignore this email: your password does not change.',
      ],
      button: 'Choose a new password',
      why: 'You received this email because you sign in to the dashboard of {store} with this address.',
    },
    invitation: {
      subject: '{store} invites you to its dashboard',
      preheader: 'The invitation is valid for seven days.',
      heading: 'Join {store}',
      words: [
        '{store} invites you to help with its reviews and questions. The button below opens its dashboard. It works once, within seven days.',
        'If you do not know {store}, ignore this email.',
      ],
      button: 'Accept the invitation',
      why: 'You received this email because an owner of {store} invited this address.',
    },
  },
  andMore: (product, others) => `${product} and ${others} more`,
  moreOnThePage: count => `And ${count} more on the page.`,
  stars: count => `${count} out of 5 stars`,
  hint: 'Tap a star to begin.',
  scale: { low: 'Did not like it', high: 'Loved it' },
  quotes: {
    yourReview: 'Your review',
    reason: 'Why it was not published',
    answer: '{store} answered',
    yourQuestion: 'Your question',
    asks: '{name} asks',
  },
  footer: {
    holder: '{holder} holds your data.',
    privacy: 'Privacy',
    contact: 'Contact the store',
    unsubscribe: 'Unsubscribe',
  },
}
