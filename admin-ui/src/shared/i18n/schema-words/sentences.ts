import { t } from "@lingui/core/macro";
import type { SchemaWords } from "./schema-words";

/** Sentences about blocks, themes and their settings. */
export const sentences: SchemaWords = {
  "0 shows all lessons of the paywall.": () => t`0 shows all lessons of the paywall.`,
  "A List must be selected": () => t`A List must be selected`,
  "A SoundCloud track or playlist. The player loads when visitors click it.": () =>
    t`A SoundCloud track or playlist. The player loads when visitors click it.`,
  "A bar, line or pie chart with its data table.": () => t`A bar, line or pie chart with its data table.`,
  "A dividing line.": () => t`A dividing line.`,
  "A donation form with suggested amounts.": () => t`A donation form with suggested amounts.`,
  "A folder in the main navigation.": () => t`A folder in the main navigation.`,
  "A form for messages, orders or inquiries.": () => t`A form for messages, orders or inquiries.`,
  "A large banner with image, heading and buttons.": () => t`A large banner with image, heading and buttons.`,
  "A link that looks like a button.": () => t`A link that looks like a button.`,
  "A link that opens the page in a browser, for pages sent as e-mails.": () =>
    t`A link that opens the page in a browser, for pages sent as e-mails.`,
  "A link to Instagram. A post loads when visitors click it.": () =>
    t`A link to Instagram. A post loads when visitors click it.`,
  "A link to a page, blog or store of the site. Its title and URL stay up to date.": () =>
    t`A link to a page, blog or store of the site. Its title and URL stay up to date.`,
  "A link to a place on Foursquare.": () => t`A link to a place on Foursquare.`,
  "A link to a product on Amazon.": () => t`A link to a product on Amazon.`,
  "A link to a wedding registry.": () => t`A link to a wedding registry.`,
  "A link to an account or post on X (formerly Twitter).": () =>
    t`A link to an account or post on X (formerly Twitter).`,
  "A link to book a table on OpenTable.": () => t`A link to book a table on OpenTable.`,
  "A link to book an appointment. Calendly and Acuity load in the page when visitors click it.": () =>
    t`A link to book an appointment. Calendly and Acuity load in the page when visitors click it.`,
  "A link to photos on 500px.": () => t`A link to photos on 500px.`,
  "A link to photos on Flickr.": () => t`A link to photos on Flickr.`,
  "A link to reserve a table, or to buy tickets for an event.": () =>
    t`A link to reserve a table, or to buy tickets for an event.`,
  "A link with a title and a line of text.": () => t`A link with a title and a line of text.`,
  "A magazine's front page: a large serif, columns separated by thin lines, off-center images. For journals, makers with stories and shops that write.":
    () =>
      t`A magazine's front page: a large serif, columns separated by thin lines, off-center images. For journals, makers with stories and shops that write.`,
  "A paywall product. Its files are the lessons.": () => t`A paywall product. Its files are the lessons.`,
  "A plain shape as decoration.": () => t`A plain shape as decoration.`,
  "A product that accepts donations. Its settings define the amounts.": () =>
    t`A product that accepts donations. Its settings define the amounts.`,
  "A quotation with its source.": () => t`A quotation with its source.`,
  "A role, a place or a publication.": () => t`A role, a place or a publication.`,
  "A search field for pages, posts and products.": () => t`A search field for pages, posts and products.`,
  "A sign-up form for a mailing list with confirmation by e-mail.": () =>
    t`A sign-up form for a mailing list with confirmation by e-mail.`,
  "A video file, or a YouTube or Vimeo video that loads when visitors click it.": () =>
    t`A video file, or a YouTube or Vimeo video that loads when visitors click it.`,
  "A video, player or map from another service. Loads when visitors click it.": () =>
    t`A video, player or map from another service. Loads when visitors click it.`,
  "Add a date with its venue.": () => t`Add a date with its venue.`,
  "Add a field for the e-mail address.": () => t`Add a field for the e-mail address.`,
  "Add a plan with its price.": () => t`Add a plan with its price.`,
  "Add a second language in Settings, Languages, and make it public.": () =>
    t`Add a second language in Settings, Languages, and make it public.`,
  "Add an entry with a title and a text.": () => t`Add an entry with a title and a text.`,
  "Add fields that visitors fill in.": () => t`Add fields that visitors fill in.`,
  "Add items to the menu.": () => t`Add items to the menu.`,
  "Add pages to this menu under Navigation; their links show here.": () =>
    t`Add pages to this menu under Navigation; their links show here.`,
  "Add text that scrolls across the page.": () => t`Add text that scrolls across the page.`,
  "Add the site's accounts under Settings; their links show here.": () =>
    t`Add the site's accounts under Settings; their links show here.`,
  "Add the tracks of the album; it can hold 60.": () => t`Add the tracks of the album; it can hold 60.`,
  "Address, opening hours and contact details.": () => t`Address, opening hours and contact details.`,
  "All posts of a blog by year, newest first.": () => t`All posts of a blog by year, newest first.`,
  "An address with a link to directions. An OpenStreetMap map loads when visitors click it.": () =>
    t`An address with a link to directions. An OpenStreetMap map loads when visitors click it.`,
  "An album cover with up to 60 tracks.": () => t`An album cover with up to 60 tracks.`,
  "An audio player.": () => t`An audio player.`,
  "Begin with a letter; use letters, digits, hyphens and underscores.": () =>
    t`Begin with a letter; use letters, digits, hyphens and underscores.`,
  "Bold type, ruled lines and one deep color. For roasters, print shops, records and anything with an edge.": () =>
    t`Bold type, ruled lines and one deep color. For roasters, print shops, records and anything with an edge.`,
  "Choose a blog that has posts.": () => t`Choose a blog that has posts.`,
  "Choose a blog whose posts have tags.": () => t`Choose a blog whose posts have tags.`,
  "Choose a folder of the main navigation that has pages in it.": () =>
    t`Choose a folder of the main navigation that has pages in it.`,
  "Choose a page to link to.": () => t`Choose a page to link to.`,
  "Choose a paywall product that has videos.": () => t`Choose a paywall product that has videos.`,
  "Choose a product that accepts donations.": () => t`Choose a product that accepts donations.`,
  "Choose a product.": () => t`Choose a product.`,
  "Choose a store that has products.": () => t`Choose a store that has products.`,
  "Choose a video from the media library, or enter its URL.": () =>
    t`Choose a video from the media library, or enter its URL.`,
  "Choose an audio file from the media library, or enter its URL.": () =>
    t`Choose an audio file from the media library, or enter its URL.`,
  "Choose an image.": () => t`Choose an image.`,
  "Choose images or videos.": () => t`Choose images or videos.`,
  "Comments are turned off for this site or page. Visitors see nothing here.": () =>
    t`Comments are turned off for this site or page. Visitors see nothing here.`,
  "Comments on a page with a comment form. Hidden while comments are turned off for the site.": () =>
    t`Comments on a page with a comment form. Hidden while comments are turned off for the site.`,
  "Dark, with full-width images and wide headings over them. For studios, photographers and shops whose products speak for themselves.":
    () =>
      t`Dark, with full-width images and wide headings over them. For studios, photographers and shops whose products speak for themselves.`,
  "Darkens the image to keep the text readable.": () => t`Darkens the image to keep the text readable.`,
  "Dates of concerts, markets or talks with places and tickets.": () =>
    t`Dates of concerts, markets or talks with places and tickets.`,
  "Defaults to the accent color of the theme.": () => t`Defaults to the accent color of the theme.`,
  "Defaults to the contact address of the site.": () => t`Defaults to the contact address of the site.`,
  "Defaults to the line color of the theme.": () => t`Defaults to the line color of the theme.`,
  "Description of the chart for visitors who cannot see it.": () =>
    t`Description of the chart for visitors who cannot see it.`,
  "Dishes, drinks or services with prices.": () => t`Dishes, drinks or services with prices.`,
  "Empty space.": () => t`Empty space.`,
  "Enter a label and a link for the button.": () => t`Enter a label and a link for the button.`,
  "Enter a title and an address for the link.": () => t`Enter a title and an address for the link.`,
  "Enter an address at 500px.com that begins with https://.": () =>
    t`Enter an address at 500px.com that begins with https://.`,
  "Enter an address at 500px.com.": () => t`Enter an address at 500px.com.`,
  "Enter an address at Amazon that begins with https://.": () =>
    t`Enter an address at Amazon that begins with https://.`,
  "Enter an address at Amazon.": () => t`Enter an address at Amazon.`,
  "Enter an address at Calendly, Acuity, Cal.com, Setmore or SimplyBook that begins with https://.": () =>
    t`Enter an address at Calendly, Acuity, Cal.com, Setmore or SimplyBook that begins with https://.`,
  "Enter an address at Calendly, Acuity, Cal.com, Setmore or SimplyBook.": () =>
    t`Enter an address at Calendly, Acuity, Cal.com, Setmore or SimplyBook.`,
  "Enter an address at OpenTable that begins with https://.": () =>
    t`Enter an address at OpenTable that begins with https://.`,
  "Enter an address at Tock, Resy, SevenRooms, Quandoo or OpenTable that begins with https://.": () =>
    t`Enter an address at Tock, Resy, SevenRooms, Quandoo or OpenTable that begins with https://.`,
  "Enter an address at Tock, Resy, SevenRooms, Quandoo or OpenTable.": () =>
    t`Enter an address at Tock, Resy, SevenRooms, Quandoo or OpenTable.`,
  "Enter an address at Zola, The Knot, MyRegistry, Honeyfund, Crate & Barrel, Target or Amazon that begins with https://.":
    () =>
      t`Enter an address at Zola, The Knot, MyRegistry, Honeyfund, Crate & Barrel, Target or Amazon that begins with https://.`,
  "Enter an address at Zola, The Knot, MyRegistry, Honeyfund, Crate & Barrel, Target or Amazon.": () =>
    t`Enter an address at Zola, The Knot, MyRegistry, Honeyfund, Crate & Barrel, Target or Amazon.`,
  "Enter an address at flickr.com that begins with https://.": () =>
    t`Enter an address at flickr.com that begins with https://.`,
  "Enter an address at flickr.com.": () => t`Enter an address at flickr.com.`,
  "Enter an address at foursquare.com that begins with https://.": () =>
    t`Enter an address at foursquare.com that begins with https://.`,
  "Enter an address at foursquare.com.": () => t`Enter an address at foursquare.com.`,
  "Enter an address at instagram.com that begins with https://.": () =>
    t`Enter an address at instagram.com that begins with https://.`,
  "Enter an address at instagram.com.": () => t`Enter an address at instagram.com.`,
  "Enter an address at opentable.com.": () => t`Enter an address at opentable.com.`,
  "Enter an address at soundcloud.com that begins with https://.": () =>
    t`Enter an address at soundcloud.com that begins with https://.`,
  "Enter an address at soundcloud.com.": () => t`Enter an address at soundcloud.com.`,
  "Enter an address at x.com or twitter.com that begins with https://.": () =>
    t`Enter an address at x.com or twitter.com that begins with https://.`,
  "Enter an address at x.com or twitter.com.": () => t`Enter an address at x.com or twitter.com.`,
  "Enter an address that starts with https://.": () => t`Enter an address that starts with https://.`,
  "Enter an address.": () => t`Enter an address.`,
  "Enter degrees from -180 to 180, such as -82.5515.": () => t`Enter degrees from -180 to 180, such as -82.5515.`,
  "Enter degrees from -90 to 90, such as 35.5951.": () => t`Enter degrees from -90 to 90, such as 35.5951.`,
  "Enter it as it should be shown.": () => t`Enter it as it should be shown.`,
  "Enter the address of a video, player or map, or paste its embed code.": () =>
    t`Enter the address of a video, player or map, or paste its embed code.`,
  "Enter the data of the chart.": () => t`Enter the data of the chart.`,
  "Enter the name of a component from another published page, or add its content here.": () =>
    t`Enter the name of a component from another published page, or add its content here.`,
  "Enter the text of the link.": () => t`Enter the text of the link.`,
  "Fill this in on one published page and leave it empty on the others.": () =>
    t`Fill this in on one published page and leave it empty on the others.`,
  "For an image at the top of a page.": () => t`For an image at the top of a page.`,
  "For dropdowns, radio buttons, checkboxes and the statements of a survey.": () =>
    t`For dropdowns, radio buttons, checkboxes and the statements of a survey.`,
  "For example 35.5951. Defaults to the location in the site settings. Without a location, only the link to directions is shown.":
    () =>
      t`For example 35.5951. Defaults to the location in the site settings. Without a location, only the link to directions is shown.`,
  "For example 3:25.": () => t`For example 3:25.`,
  "For example an MP3 file.": () => t`For example an MP3 file.`,
  "For example “See all”.": () => t`For example “See all”.`,
  "For example “vegan” or “new”.": () => t`For example “vegan” or “new”.`,
  "Headings, paragraphs, lists and links.": () => t`Headings, paragraphs, lists and links.`,
  "How you use the address.": () => t`How you use the address.`,
  "JPEG, PNG, WebP and GIF.": () => t`JPEG, PNG, WebP and GIF.`,
  "Leave empty for “to be announced”. Such dates are listed last.": () =>
    t`Leave empty for “to be announced”. Such dates are listed last.`,
  "Leave empty to hide the link.": () => t`Leave empty to hide the link.`,
  "Leave empty to hide the link. The title always links to the post.": () =>
    t`Leave empty to hide the link. The title always links to the post.`,
  "Leave empty to show the text instead.": () => t`Leave empty to show the text instead.`,
  "Leave empty to use the text saved with the image.": () => t`Leave empty to use the text saved with the image.`,
  "Lessons behind a paywall. Customers who bought them can watch them here; others see a preview and can buy them.":
    () =>
      t`Lessons behind a paywall. Customers who bought them can watch them here; others see a preview and can buy them.`,
  "Level of the heading in the page outline. The theme sets its style.": () =>
    t`Level of the heading in the page outline. The theme sets its style.`,
  "Links to sign-in, or to the account of signed-in visitors.": () =>
    t`Links to sign-in, or to the account of signed-in visitors.`,
  "Links to the same page in the other languages of the site.": () =>
    t`Links to the same page in the other languages of the site.`,
  "Links to the social accounts of the site.": () => t`Links to the social accounts of the site.`,
  "MP3, M4A, WAV, Ogg and FLAC.": () => t`MP3, M4A, WAV, Ogg and FLAC.`,
  "MP4, MOV and WebM.": () => t`MP4, MOV and WebM.`,
  "Months that have posts, the newest first.": () => t`Months that have posts, the newest first.`,
  "Name of the URL parameter.": () => t`Name of the URL parameter.`,
  "Name of the person quoted.": () => t`Name of the person quoted.`,
  "New subscribers are added to it.": () => t`New subscribers are added to it.`,
  "Not shown to visitors whose device is set to reduced motion.": () =>
    t`Not shown to visitors whose device is set to reduced motion.`,
  "Of the week": () => t`Of the week`,
  "On for a slideshow unless it is turned off; never shown in other designs.": () =>
    t`On for a slideshow unless it is turned off; never shown in other designs.`,
  "On wide screens.": () => t`On wide screens.`,
  "One image with an optional caption and link.": () => t`One image with an optional caption and link.`,
  "One per line.": () => t`One per line.`,
  "One product with image, price and add-to-cart form.": () => t`One product with image, price and add-to-cart form.`,
  "One row per line, separated by commas, semicolons or tabs: first the column names, then a name and its values. Pie charts show the first column.":
    () =>
      t`One row per line, separated by commas, semicolons or tabs: first the column names, then a name and its values. Pie charts show the first column.`,
  "Only posts of this category.": () => t`Only posts of this category.`,
  "Only posts with this tag.": () => t`Only posts with this tag.`,
  "Only products of this category.": () => t`Only products of this category.`,
  "Opening an entry closes the one that was open.": () => t`Opening an entry closes the one that was open.`,
  "Or the embed code from the service. Only its iframe is used.": () =>
    t`Or the embed code from the service. Only its iframe is used.`,
  "PDF, Word, Excel, PowerPoint, OpenDocument, plain text and tables.": () =>
    t`PDF, Word, Excel, PowerPoint, OpenDocument, plain text and tables.`,
  "Pages that show the same component use the same name.": () =>
    t`Pages that show the same component use the same name.`,
  "Paste the code to show.": () => t`Paste the code to show.`,
  "Percentage of its width.": () => t`Percentage of its width.`,
  "Percentage of the column width.": () => t`Percentage of the column width.`,
  "Percentage of the text width.": () => t`Percentage of the text width.`,
  "Plans side by side with prices, features and buttons.": () =>
    t`Plans side by side with prices, features and buttons.`,
  "Please enter a valid email": () => t`Please enter a valid email`,
  "Products of a store page as a grid or carousel.": () => t`Products of a store page as a grid or carousel.`,
  "Questions and answers that expand and collapse.": () => t`Questions and answers that expand and collapse.`,
  "Read to visitors who use a screen reader, for example “Photos of the studio”.": () =>
    t`Read to visitors who use a screen reader, for example “Photos of the studio”.`,
  "Read to visitors who use a screen reader.": () => t`Read to visitors who use a screen reader.`,
  "Receives each submission, signed with the key shown under Form submissions. Leave empty for none.": () =>
    t`Receives each submission, signed with the key shown under Form submissions. Leave empty for none.`,
  "Replaced by the URL parameter with this key if there is one.": () =>
    t`Replaced by the URL parameter with this key if there is one.`,
  "Reusable content that is written once and shown on many pages.": () =>
    t`Reusable content that is written once and shown on many pages.`,
  "Scripts are removed.": () => t`Scripts are removed.`,
  "Scroll bars and dropdown lists. Use dark with a dark background.": () =>
    t`Scroll bars and dropdown lists. Use dark with a dark background.`,
  "Several images and videos as a grid, slideshow, slider or stack.": () =>
    t`Several images and videos as a grid, slideshow, slider or stack.`,
  "Short name of the field, unique in the form.": () => t`Short name of the field, unique in the form.`,
  "Shown above the code, for example “Rust”.": () => t`Shown above the code, for example “Rust”.`,
  "Shown in the list of form submissions.": () => t`Shown in the list of form submissions.`,
  "Size ratio between one heading level and the next.": () => t`Size ratio between one heading level and the next.`,
  "Source code, shown as written.": () => t`Source code, shown as written.`,
  "Splits long text into columns on wide screens.": () => t`Splits long text into columns on wide screens.`,
  "Stops while a visitor points at it or has asked for less motion.": () =>
    t`Stops while a visitor points at it or has asked for less motion.`,
  "Submissions are listed under this name.": () => t`Submissions are listed under this name.`,
  "Text in Markdown, with headings, lists, tables and links.": () =>
    t`Text in Markdown, with headings, lists, tables and links.`,
  "Text that scrolls across the page.": () => t`Text that scrolls across the page.`,
  "The image adds no information to the page. Screen readers skip it.": () =>
    t`The image adds no information to the page. Screen readers skip it.`,
  "The latest posts of a blog page.": () => t`The latest posts of a blog page.`,
  "The links of one of the site's menus.": () => t`The links of one of the site's menus.`,
  "The newest posts of a blog and the address of its feed.": () =>
    t`The newest posts of a blog and the address of its feed.`,
  "The pages of one folder of the main navigation.": () => t`The pages of one folder of the main navigation.`,
  "The posts of a blog on a calendar.": () => t`The posts of a blog on a calendar.`,
  "The posts of a blog, grouped by author.": () => t`The posts of a blog, grouped by author.`,
  "The posts of a blog, grouped by category.": () => t`The posts of a blog, grouped by category.`,
  "The posts of a blog, grouped by month.": () => t`The posts of a blog, grouped by month.`,
  "The site's logo, or its title, as a link to the home page.": () =>
    t`The site's logo, or its title, as a link to the home page.`,
  "The tags of a blog with the number of posts.": () => t`The tags of a blog with the number of posts.`,
  "The tags of a blog, larger the more they are used.": () => t`The tags of a blog, larger the more they are used.`,
  "The visitor’s browser solves a short calculation before sending.": () =>
    t`The visitor’s browser solves a short calculation before sending.`,
  "The visitor’s browser solves a short calculation before sending. No external service is used unless this installation has one set up.":
    () =>
      t`The visitor’s browser solves a short calculation before sending. No external service is used unless this installation has one set up.`,
  "URL of a file (MP4, WebM) or of a YouTube or Vimeo page.": () =>
    t`URL of a file (MP4, WebM) or of a YouTube or Vimeo page.`,
  "URL of the page to embed.": () => t`URL of the page to embed.`,
  "Use letters, digits, dots, hyphens and underscores.": () => t`Use letters, digits, dots, hyphens and underscores.`,
  "Used instead of the address.": () => t`Used instead of the address.`,
  "Used when there is no link.": () => t`Used when there is no link.`,
  "Uses the link of the image.": () => t`Uses the link of the image.`,
  "Visitors who enter an e-mail address are added to it. Leave empty for none.": () =>
    t`Visitors who enter an e-mail address are added to it. Leave empty for none.`,
  "Warm and quiet, with bookish headings and room for images. For makers, home goods and small magazines.": () =>
    t`Warm and quiet, with bookish headings and room for images. For makers, home goods and small magazines.`,
  "Without a link the button is not shown.": () => t`Without a link the button is not shown.`,
  "Write some Markdown, for example “## A heading”.": () => t`Write some Markdown, for example “## A heading”.`,
  "Write some text.": () => t`Write some text.`,
  "Write the quotation.": () => t`Write the quotation.`,
};
