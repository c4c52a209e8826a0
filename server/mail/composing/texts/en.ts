import type { MailTexts } from './texts.ts'

export const english: MailTexts = {
  language: 'en',
  kinds: {
    request: {
      subject: '{name}, how do you like {product}?',
      preheader: 'Tap a star to begin. It takes about a minute.',
      heading: 'How was it, {name}?',
      words: [
        'Thank you for buying from {store}. What would you tell someone who is thinking of buying the same? Good or bad: honest words help others choose, and help us do better.',
      ],
      button: 'Write my review',
      why: 'You get this mail because you bought from {store}.',
    },
    reminder: {
      subject: '{name}, a minute for {product}?',
      preheader: 'Your honest opinion still helps others choose.',
      heading: 'Still got a minute, {name}?',
      words: [
        'Some days ago we asked how you like what you bought from {store}. Your opinion still helps others choose, whatever it is.',
        'If you would rather not, just ignore this mail.',
      ],
      button: 'Write my review',
      why: 'You get this mail because you bought from {store}.',
    },
    review_published: {
      subject: 'Your review of {product} is published',
      preheader: 'Others can read it now. Thank you!',
      heading: 'Your review is published',
      words: ['Thank you, {name}! Everyone who looks at {product} can now read what you wrote.'],
      button: 'See my review',
      why: 'You get this mail because you wrote a review at {store}.',
    },
    review_rejected: {
      subject: 'Your review of {product} was not published',
      preheader: 'Here is why, and what you can do.',
      heading: 'Your review was not published',
      words: ['{name}, thank you for taking the time. {store} read your review and did not publish it.'],
      after:
        'How many stars you gave had no part in this: reviews are never refused for their rating. You are welcome to write it differently.',
      button: 'Change my review',
      why: 'You get this mail because you wrote a review at {store}.',
    },
    review_replied: {
      subject: '{store} answered your review of {product}',
      preheader: 'Read what the store wrote to you.',
      heading: '{store} answered you',
      words: ['{name}, the store wrote back to you about {product}.'],
      button: 'See my review',
      why: 'You get this mail because you wrote a review at {store}.',
    },
    question_received: {
      subject: 'New question about {product}',
      preheader: 'A shopper is waiting for your answer.',
      heading: 'You have a question',
      words: [
        'Somebody would like to know more about {product}. A quick answer helps this shopper, and everyone who wonders the same later.',
      ],
      button: 'Answer the question',
      why: 'You get this mail because this is the contact address of {store}.',
    },
    question_answered: {
      subject: 'Your question about {product} was answered',
      preheader: 'Read what the store answered.',
      heading: 'Your question was answered',
      words: ['{name}, {store} answered what you asked about {product}.'],
      button: 'See the answer',
      why: 'You get this mail because you asked a question at {store}.',
    },
    confirm_review: {
      subject: 'Please confirm your review of {product}',
      preheader: 'One tap, and your review is on its way.',
      heading: 'Is this your address?',
      words: [
        'Somebody wrote a review of {product} at {store} and gave this address. If it was you, please confirm it.',
        'If it was not you, ignore this mail: nothing will be published.',
      ],
      button: 'Confirm my address',
      why: 'You get this mail because this address was given with a review at {store}.',
    },
    confirm_question: {
      subject: 'Please confirm your question about {product}',
      preheader: 'One tap, and your question is on its way.',
      heading: 'Is this your address?',
      words: [
        'Somebody asked {store} a question about {product} and gave this address for the answer. If it was you, please confirm it.',
        'If it was not you, ignore this mail: nothing will be sent or shown.',
      ],
      button: 'Confirm my address',
      why: 'You get this mail because this address was given with a question at {store}.',
    },
    password_reset: {
      subject: 'Choose a new password',
      preheader: 'The link is valid for one hour.',
      heading: 'Choose a new password',
      words: [
        '{name}, somebody asked for a new password to the dashboard with your address. If it was you, the button below lets you choose one. It works once, within an hour.',
        'If it was not you, ignore this mail: your password stays as it is.',
      ],
      button: 'Choose a new password',
      why: 'You get this mail because your address signs in to the dashboard of {store}.',
    },
    invitation: {
      subject: '{store} invites you to its dashboard',
      preheader: 'The invitation is valid for seven days.',
      heading: 'Work with {store}',
      words: [
        '{store} would like you to help with its reviews and questions. The button below takes you to its dashboard. It works once, within seven days.',
        'If you do not know {store}, ignore this mail.',
      ],
      button: 'Accept the invitation',
      why: 'You get this mail because an owner of {store} gave your address.',
    },
  },
  andMore: (product, others) => `${product} and ${others} more`,
  moreOnThePage: count => `And ${count} more on the page.`,
  stars: count => (count === 1 ? '1 star of 5' : `${count} stars of 5`),
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
    holder: 'Your data is held by {holder}.',
    privacy: 'Privacy',
    contact: 'Write to the store',
    unsubscribe: 'Stop these mails',
  },
}
