/** UI primitives. Views import only from here and from `on-demand.ts`. */

export { Badge, Banner, type BannerTone, EmptyState, type Tone, VisuallyHidden } from './badge.tsx';
export {
  Button,
  type ButtonProps,
  IconButton,
  Kbd,
  platformKeys,
  Spinner,
  Tooltip,
  TooltipProvider,
  Waiting,
} from './button.tsx';
export { cn, SCROLLED_BY_KEYS, UiWordsProvider, useMediaQuery } from './cn.tsx';
export {
  Afterwards,
  afterPaint,
  Drawer,
  forLaterViews,
  later,
  SearchField,
  Toaster,
  useOnce,
} from './later.tsx';
export { Menu, MenuItem, MenuRadioGroup, MenuSeparator, Popover } from './menu.tsx';
export { notify } from './notify.tsx';
