/** What our pages say. `{name}` stands for a value; the other languages have the same keys. */
export const en = {
  // Every page
  error_summary: 'Please check this before sending',
  optional: 'optional',
  send_again: 'Nothing you typed was lost.',
  privacy: 'Your data is held by {holder} and used only for this.',
  privacy_link: 'Privacy policy',
  sending: 'Sending…',
  back_to_store: 'Go to {store}',
  provided_by: 'Reviews by real buyers, kept with Realword',

  // What went wrong
  unsubscribe_title: 'Unsubscribe',
  unsubscribe_text: '{store} will not ask you for reviews any more, nor tell you about yours.',
  unsubscribe_button: 'Unsubscribe',
  unsubscribed_title: 'You are unsubscribed',
  unsubscribed_text: '{store} sends you no more of these mails.',
  undo_button: 'That was a mistake: send them again',
  subscribed_title: 'You are subscribed again',
  subscribed_text: '{store} may write to you again about what you buy there.',

  link_unknown_title: 'This link does not work',
  link_unknown_text: 'It may be incomplete. Please open it again from the newest e-mail of the store.',
  link_expired_title: 'This link has expired',
  link_expired_text:
    'Thank you for coming by. Please ask the store for a new link if you still want to write.',
  product_unknown_title: 'This product is not here yet',
  product_unknown_text: 'The store has not told us about it. Please ask the store directly.',
  form_unknown_title: 'This form is not available',
  form_unknown_text:
    'The store does not offer it at this address. Please go back to the store and try from there.',
  page_unknown_title: 'There is nothing here',
  page_unknown_text: 'Please go back to the store and try from there.',
  too_many_title: 'One moment, please',
  too_many_text:
    'There were many requests from your network. Please wait a minute, then go back and send again: your browser keeps what you typed.',
  too_large_title: 'That was too much at once',
  too_large_text: 'Please go back and send fewer or smaller pictures: up to five for a product, 10 MB each.',
  unreadable_title: 'We could not read that',
  unreadable_text: 'What your browser sent did not arrive whole. Please go back and send it again.',
  unavailable_title: 'We will be right back',
  unavailable_text:
    'Nothing was saved. Please go back and send it again in a minute: your browser keeps what you typed.',
  unexpected_title: 'Something went wrong on our side',
  unexpected_text:
    'Nothing was saved. Please go back and send it again in a minute: your browser keeps what you typed.',

  // Fields of every form
  name: 'Your name',
  email: 'Your e-mail',
  email_missing: 'Type your e-mail, so that the answer can reach you.',
  email_wrong: 'Type one e-mail address, such as ana@example.com.',
  name_missing: 'Type your name, or how you want to be called.',
  name_long: 'Type a shorter name: at most 80 characters.',
  challenge_wrong: 'Please send it once more: your browser was still proving that you are not a robot.',
  challenge_working: 'Checking that you are not a robot…',
  mail_often:
    'Several messages wait for this address to be confirmed already. Open the newest e-mail, or try again tomorrow.',
  noscript_held: 'Without JavaScript this takes a little longer: the store looks at it first.',

  // Question form
  question_title: 'Ask about this product',
  question: 'Your question',
  question_hint: 'Ask about the product, not about an order: everybody can read it.',
  question_missing: 'Type your question.',
  question_long: 'Make your question shorter: at most 2,000 characters.',
  question_name_hint: 'Shown with your question.',
  question_email_hint: 'Never shown. You confirm it once, and the answer comes here.',
  question_send: 'Send question',
  similar_title: 'Maybe one of these answers it?',
  similar_none: 'No, send my question',
  answered_by: '{store} answered',
  question_sent_title: 'Check your e-mail',
  question_sent_text:
    'We sent a message to {email}. Open the link in it, and {store} will get your question. The answer comes by e-mail too.',
  question_again: 'Ask something else',

  // Confirming an address
  confirm_title: 'Confirm your e-mail',
  confirm_question_text: 'Press the button, and {store} gets your question:',
  confirm_review_text: 'Press the button, and {store} gets your review:',
  confirm_button: 'Yes, this is me',
  confirm_not_you:
    'You did not write this? Then close this page: without your confirmation nothing is sent or shown.',
  confirmed_title: 'Thank you!',
  confirmed_question_text: '{store} has your question now. The answer comes to your e-mail.',
  confirmed_review_published: 'Your review is published.',
  confirmed_review_pending: '{store} has your review now. You get an e-mail as soon as it is published.',
}

export type Texts = { [Key in keyof typeof en]: string }
