#!/usr/bin/env bash
# A review in Markdown becomes a message in Slack, by three converters.
# Guess:   escaped characters ("4\.5", as a tool writes them that does not want lists or emphasis) lose the backslash and stay,
#          and hard line breaks stay line breaks. What Slack lacks, such as tables, becomes plain text.
# Seen:    @tryfabric/mack 1.2.1 deletes an escaped character with its backslash: "4\.5" becomes 45. It deletes the inner items
#          of a list and begins every numbered list at 1. It and md-to-slack 1.1.7 join the words around a hard line break.
#          md-to-slack deletes tables, and encodes entities twice. slackify-markdown 5.0.0 writes a backslash at the end of the
#          line that breaks.
# Matters: a merchant reads a rating of 45, and "great" and "but" as one word. Build messages from the review's own text with
#          Slack's three escapes (& < >), and send nothing through Markdown that is not Markdown.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund slackify-markdown@5.0.0 md-to-slack@1.1.7 @tryfabric/mack@1.2.1
cat > run.mjs <<'JS'
import { markdownToBlocks } from '@tryfabric/mack'
import { markdownToSlack } from 'md-to-slack'
import { slackifyMarkdown } from 'slackify-markdown'

const texts = [
  'Rating: 4\\.5 of 5\\!',
  'Size 5 \\* 3, item snake\\_case',
  'Great  \nbut late',
  '- colour\n  - too dark\n- size',
  '3. third\n4. fourth',
  '| stars | reviews |\n|---|---|\n| 5 | 12 |',
  '10&quot; &amp; 5&nbsp;cm',
]
for (const text of texts) {
  console.log(JSON.stringify(text))
  console.log(`  slackify-markdown ${JSON.stringify(slackifyMarkdown(text))}`)
  console.log(`  md-to-slack       ${JSON.stringify(markdownToSlack(text))}`)
  const blocks = await markdownToBlocks(text)
  console.log(`  mack              ${JSON.stringify(blocks.map(block => block.text.text).join('\n'))}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
"Rating: 4\\.5 of 5\\!"
  slackify-markdown "Rating: 4.5 of 5!\n"
  md-to-slack       "Rating: 4.5 of 5!"
  mack              "Rating: 45 of 5"
"Size 5 \\* 3, item snake\\_case"
  slackify-markdown "Size 5 * 3, item snake_case\n"
  md-to-slack       "Size 5 * 3, item snake_case"
  mack              "Size 5  3, item snakecase"
"Great  \nbut late"
  slackify-markdown "Great\\\nbut late\n"
  md-to-slack       "Greatbut late"
  mack              "Greatbut late"
"- colour\n  - too dark\n- size"
  slackify-markdown "•   colour\n    •   too dark\n•   size\n"
  md-to-slack       "- colour- too dark\n- size"
  mack              "• colour\n• size"
"3. third\n4. fourth"
  slackify-markdown "3.  third\n4.  fourth\n"
  md-to-slack       "3. third\n4. fourth"
  mack              "1. third\n2. fourth"
"| stars | reviews |\n|---|---|\n| 5 | 12 |"
  slackify-markdown "| stars | reviews |\n| ----- | ------- |\n| 5     | 12      |\n"
  md-to-slack       ""
  mack              "```\n| stars | reviews |\n| --- | --- |\n| 5 | 12 |\n```"
"10&quot; &amp; 5&nbsp;cm"
  slackify-markdown "10\" &amp; 5 cm\n"
  md-to-slack       "10&amp;quot; &amp;amp; 5&amp;nbsp;cm"
  mack              "10&quot; &amp; 5&nbsp;cm"
SEEN
echo 'As seen with slackify-markdown 5.0.0, md-to-slack 1.1.7 and @tryfabric/mack 1.2.1.'
