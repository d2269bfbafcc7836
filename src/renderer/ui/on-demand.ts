/** UI primitives of views that are fetched later: the first paint needs none of them. */

export { Select, Switch, TextField } from './controls.tsx';
export { AlertDialog, BareDialog, Dialog, type DialogProps } from './dialog.tsx';
export { Collapsible, ScrollArea, type TabItem, Tabs } from './layout.tsx';
