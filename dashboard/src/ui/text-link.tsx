import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

function Styled(props: AnchorProps & ComponentPropsWithRef<'a'>) {
  return <Anchor size="sm" fw={500} {...props} />;
}

/** A link inside a text, typed by the route table. */
export const TextLink = createLink(Styled);
